import { Link } from '@tanstack/react-router';
import type { AvailableBalance, Runway } from '@usance/api/billing/available-balance';
import type { Budget } from '@usance/api/billing/budget';
import type { StatementSummary } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { formatDecimal, isNegative, negate } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import type { ReactElement } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { formatDay, formatInstant, formatMonth } from '../../ui/format/dates.ts';
import { countdownText, runwayText } from '../available-balance/runway-words.ts';
import { type NextPayment, nextPayment } from './next-payment.ts';

type WaitingOffer = Pick<PrivateOffer, 'id' | 'confirmationDeadline'>;

/** The answers of a contract; an unknown one tells nothing. */
interface ContractAnswers {
  balance: AvailableBalance | undefined;
  statements: readonly StatementSummary[];
  offers: readonly WaitingOffer[];
  budgets: readonly Budget[];
  runway: Runway | undefined;
}

export interface Matter {
  /** True for what stops services, or will unless somebody acts. */
  isUrgent: boolean;
  link: ReactElement;
}

/** Returns the matters of a contract that wait for the reader, each with its day and a link. A study owes nothing. */
export function contractMatters(
  contract: Contract,
  { balance, statements, offers, budgets, runway }: ContractAnswers,
): Matter[] {
  if (balance?.isStudy) return [];
  return [
    runway && runwayOf(contract, runway, balance),
    ...budgetsOf(contract, budgets),
    approvalOf(contract, statements),
    balance && paymentOf(contract, statements, balance),
    ...offers.map((offer) => offerOf(contract, offer)),
  ].filter((matter) => matter !== undefined);
}

/** The budgets about which only somebody who manages the bills can decide. */
function budgetsOf({ id: contractId, permissions }: Contract, budgets: readonly Budget[]): Matter[] {
  if (!permissions?.canManageBilling) return [];
  return budgets
    .filter(({ state }) => state === 'asked' || state === 'stopped')
    .map(({ id, name, state }) => ({
      isUrgent: state === 'stopped',
      link: (
        <Link key={id} to="/billing-center/$contractId/budgets" params={{ contractId }}>
          {state === 'stopped' ? m.needs_you_budget_stopped({ name }) : m.needs_you_budget_asked({ name })}
        </Link>
      ),
    }));
}

function offerOf({ id: contractId, billingZone }: Contract, { id, confirmationDeadline }: WaitingOffer): Matter {
  const day = dayOf(instantOfEpochMs(confirmationDeadline * 1000), billingZone);
  const link = (
    <Link key={id} to="/billing-center/$contractId/private-offers/$offerId" params={{ contractId, offerId: id }}>
      {m.needs_you_offer({ date: formatDay(day) })}
    </Link>
  );
  return { isUrgent: false, link };
}

/** A customer needs about two months to find money. */
const shortRunwayDays = 60;

function runwayOf(
  { id: contractId, billingZone }: Contract,
  runway: Runway,
  balance: AvailableBalance | undefined,
): Matter | undefined {
  const { countdown, days, day } = runway;
  const isShort = days !== undefined && days <= shortRunwayDays && day !== undefined;
  const text = countdown
    ? (belowZeroText(countdown, billingZone, balance) ?? countdownText(countdown, billingZone))
    : isShort && m.needs_you_runway({ days: runwayText(runway), date: formatDay(day) });
  if (!text) return undefined;
  const link = (
    <Link key="runway" to="/contracts/$contractId/payment-methods" params={{ contractId }}>
      {text}
    </Link>
  );
  return { isUrgent: countdown !== undefined && countdown.period !== 'overdraft', link };
}

/** The account may be in overdraft with money left, if it pays late. */
function belowZeroText(
  { period, end }: NonNullable<Runway['countdown']>,
  billingZone: BillingZone,
  balance: AvailableBalance | undefined,
): string | undefined {
  if (period !== 'overdraft' || !balance || !isNegative(balance.availableBalance)) return undefined;
  const amount = shortOf(balance.availableBalance, balance.currency);
  if (end === undefined) return m.needs_you_below_zero({ amount });
  return m.needs_you_below_zero_until({ amount, time: formatInstant(end, billingZone) });
}

function approvalOf({ id: contractId }: Contract, statements: readonly StatementSummary[]): Matter | undefined {
  const waiting = statements.filter(({ permissions }) => permissions.canConfirm);
  const first = waiting.toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1))[0];
  if (first === undefined) return undefined;
  const date = formatDay(first.dueDate);
  const link =
    waiting.length === 1 ? (
      <Link
        key="approval"
        to="/billing-center/$contractId/statements/$statementId"
        params={{ contractId, statementId: first.id }}
      >
        {m.needs_you_approval({ month: formatMonth(first.month), date })}
      </Link>
    ) : (
      <Link key="approval" to="/billing-center/$contractId/statements" params={{ contractId }}>
        {m.needs_you_approvals({ count: waiting.length, date })}
      </Link>
    );
  return { isUrgent: false, link };
}

function paymentOf(
  { id: contractId }: Contract,
  statements: readonly StatementSummary[],
  { details, currency }: AvailableBalance,
): Matter | undefined {
  const next = nextPayment(statements, details);
  if (next === undefined) return undefined;
  const link = (
    <Link key="payment" to="/billing-center/$contractId/statements" params={{ contractId }}>
      {paymentText(next, currency)}
    </Link>
  );
  return { isUrgent: isNegative(next.left), link };
}

const shortOf = (amount: string, currency: AvailableBalance['currency']) =>
  formatMoney(formatDecimal(negate(amount)), currency);

function paymentText({ amount, day, left }: NextPayment, currency: AvailableBalance['currency']): string {
  const [leaves, date] = [formatMoney(amount, currency), formatDay(day)];
  return isNegative(left)
    ? m.needs_you_missing({ amount: leaves, date, missing: shortOf(left, currency) })
    : m.needs_you_payment({ amount: leaves, date, left: formatMoney(left, currency) });
}
