import { addMonths, type BillingMonth, compareMonths, parseBillingMonth } from '@usance/period/billing-month';
import { dayOf } from '@usance/period/day';
import { instantOf } from '@usance/period/instant';
import { dueDay } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import { firstMonthOf, monthAt } from '../../contract/contract/contract.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { lastClosedMonth, refuseTermsBefore } from '../../metering/closed-month/closed-month.ts';
import { dueDatesOf } from './due-date.queries.ts';
import { dueDaysIn } from './due-date.ts';

type Moment = OnLocked<Pick<Work, 'tx' | 'now'>>;

/** Refuses with 409 due days from a month that is signed, or before the contract. */
export function refuseUsedDueDays({ tx, contract }: OnLocked<Pick<Work, 'tx'>>, fromMonth: string): Promise<void> {
  const kept = 'the due days of signed months do not change';
  return refuseTermsBefore(tx, contract, { fromMonth: parseBillingMonth(fromMonth), kept });
}

/**
 * Changes due dates. Refuses with 409 a change that moves the due day of an unsigned month into the past: its
 * statement would be overdue when it is signed.
 */
export async function refusingPastDueDays<T>(ctx: Moment, change: () => Promise<T>): Promise<T> {
  const { tx, contract, now } = ctx;
  const before = await dueDatesOf(tx, contract.id);
  const changed = await change();
  const after = await dueDatesOf(tx, contract.id);
  const today = dayOf(instantOf(now), billingZoneOf(contract.currency));
  for (const month of await unsignedMonths(ctx)) {
    const [was, is] = [dueDaysIn(month, before), dueDaysIn(month, after)];
    if (is < was && dueDay(month, is) < today)
      throw conflict('DUE_DATE_CONFLICT', `The statement of ${month} would be due in the past.`, { field: 'dueDays' });
  }
  return changed;
}

/** Returns the unsigned months that have begun. */
async function unsignedMonths({ tx, contract, now }: Moment): Promise<BillingMonth[]> {
  const closed = await lastClosedMonth(tx, { contractId: contract.id, currency: contract.currency });
  const current = monthAt(contract, now);
  const months: BillingMonth[] = [];
  let month = closed === undefined ? firstMonthOf(contract) : addMonths(closed, 1);
  for (; compareMonths(month, current) <= 0; month = addMonths(month, 1)) months.push(month);
  return months;
}
