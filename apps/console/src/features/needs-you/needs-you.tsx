import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AvailableBalance, Runway } from '@usance/api/billing/available-balance';
import type { StatementSummary } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { formatDecimal, isNegative, negate } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { ReactElement } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { formatDay, formatMonth } from '../../ui/format/dates.ts';
import { runwayQueries } from '../available-balance/runway.queries.ts';
import { countdownText, runwayText } from '../available-balance/runway-words.ts';
import classes from './needs-you.module.css';
import { needsYouQueries } from './needs-you.queries.ts';
import { type NextPayment, nextPayment } from './next-payment.ts';

interface NeedsYouProps {
  contract: Contract;
  balance: AvailableBalance;
}

/** The matters that wait for the reader, each with its day and a link; nothing if there are none. */
export function NeedsYou({ contract, balance }: NeedsYouProps) {
  const statements = useQuery(needsYouQueries.statements(contract.id)).data?.items ?? [];
  const offers = useQuery(needsYouQueries.offers(contract.id)).data?.items ?? [];
  const runway = useQuery(runwayQueries.of(contract.id)).data;
  const matters = [
    runway && runwayOf(contract, runway),
    approvalOf(contract, statements),
    paymentOf(contract, statements, balance),
    ...offers.map((offer) => {
      const day = dayOf(instantOfEpochMs(offer.confirmationDeadline * 1000), contract.billingZone);
      return (
        <Link
          key={offer.id}
          to="/billing-center/$contractId/private-offers/$offerId"
          params={{ contractId: contract.id, offerId: offer.id }}
        >
          {m.needs_you_offer({ date: formatDay(day) })}
        </Link>
      );
    }),
  ].filter((matter) => matter !== undefined);
  if (matters.length === 0) return null;
  return (
    <section className={classes.strip} aria-label={m.needs_you_title()} data-screen-only>
      <h2 className={classes.title}>{m.needs_you_title()}</h2>
      <ul className={classes.matters}>
        {matters.map((matter) => (
          <li key={matter.key}>{matter}</li>
        ))}
      </ul>
    </section>
  );
}

/** A customer needs about two months to find money. */
const shortRunwayDays = 60;

function runwayOf({ id: contractId, billingZone }: Contract, runway: Runway): ReactElement | undefined {
  const { countdown, days, day } = runway;
  const isShort = days !== undefined && days <= shortRunwayDays && day !== undefined;
  const text = countdown
    ? countdownText(countdown, billingZone)
    : isShort && m.needs_you_runway({ days: runwayText(runway), date: formatDay(day) });
  if (!text) return undefined;
  return (
    <Link key="runway" to="/contracts/$contractId/payment-methods" params={{ contractId }}>
      {text}
    </Link>
  );
}

function approvalOf({ id: contractId }: Contract, statements: readonly StatementSummary[]): ReactElement | undefined {
  const waiting = statements.filter(({ permissions }) => permissions.canConfirm);
  const first = waiting.toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1))[0];
  if (first === undefined) return undefined;
  const date = formatDay(first.dueDate);
  if (waiting.length === 1)
    return (
      <Link
        key="approval"
        to="/billing-center/$contractId/statements/$statementId"
        params={{ contractId, statementId: first.id }}
      >
        {m.needs_you_approval({ month: formatMonth(first.month), date })}
      </Link>
    );
  return (
    <Link key="approval" to="/billing-center/$contractId/statements" params={{ contractId }}>
      {m.needs_you_approvals({ count: waiting.length, date })}
    </Link>
  );
}

function paymentOf(
  { id: contractId }: Contract,
  statements: readonly StatementSummary[],
  { details, currency }: AvailableBalance,
): ReactElement | undefined {
  const next = nextPayment(statements, details);
  if (next === undefined) return undefined;
  return (
    <Link key="payment" to="/billing-center/$contractId/statements" params={{ contractId }}>
      {paymentText(next, currency)}
    </Link>
  );
}

function paymentText({ amount, day, left }: NextPayment, currency: AvailableBalance['currency']): string {
  const [leaves, date] = [formatMoney(amount, currency), formatDay(day)];
  return isNegative(left)
    ? m.needs_you_missing({ amount: leaves, date, missing: formatMoney(formatDecimal(negate(left)), currency) })
    : m.needs_you_payment({ amount: leaves, date, left: formatMoney(left, currency) });
}
