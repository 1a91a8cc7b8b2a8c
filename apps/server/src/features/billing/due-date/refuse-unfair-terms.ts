import {
  addMonths,
  type BillingMonth,
  billingMonthOf,
  compareMonths,
  parseBillingMonth,
} from '@usance/period/billing-month';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { dueDay } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { Work } from '../../../platform/context/context.ts';
import { conflict } from '../../../platform/refusal.ts';
import { lastClosedMonth } from '../../metering/closed-month/closed-month.ts';
import type { ContractRow } from '../../party/contract/contract.ts';
import type { OnLocked } from '../../party/contract/locked.ts';
import { dueDatesOf } from './due-date.queries.ts';
import { dueDaysIn } from './due-date.ts';

type Moment = OnLocked<Pick<Work, 'tx' | 'now'>>;

/** Refuses terms that begin before the contract, or in a month whose statement is signed and says its due day (409). */
export async function refuseSettledMonth(
  { tx, contract }: OnLocked<Pick<Work, 'tx'>>,
  fromMonth: string,
): Promise<void> {
  const month = parseBillingMonth(fromMonth);
  const begun = firstMonthOf(contract);
  if (compareMonths(month, begun) < 0)
    throw conflict('MONTH_BEFORE_CONTRACT', `The contract began in ${begun}.`, { field: 'fromMonth' });
  const closed = await lastClosedMonth(tx, { contractId: contract.id, currency: contract.currency });
  if (closed !== undefined && compareMonths(month, closed) <= 0)
    throw conflict('MONTH_SIGNED', `Statements are signed up to ${closed}; their due days do not change.`, {
      field: 'fromMonth',
    });
}

/**
 * Makes a change of due dates, and refuses it (409) when it has brought the due day of a month that is not signed yet
 * forward into the past: its statement would be overdue the moment it is signed.
 */
export async function changingFairly<T>(ctx: Moment, change: () => Promise<T>): Promise<T> {
  const { tx, contract, now } = ctx;
  const before = await dueDatesOf(tx, contract.id);
  const changed = await change();
  const after = await dueDatesOf(tx, contract.id);
  const today = dayOf(instantOfEpochMs(now.getTime()), billingZoneOf(contract.currency));
  for (const month of await unsignedMonths(ctx)) {
    const [was, is] = [before, after].map((dueDates) => dueDaysIn(month, dueDates)) as [number, number];
    if (is < was && dueDay(month, is) < today)
      throw conflict('DUE_DATE_CONFLICT', `The statement of ${month} would be due in the past.`, { field: 'dueDays' });
  }
  return changed;
}

/** Those that have begun. */
async function unsignedMonths({ tx, contract, now }: Moment): Promise<BillingMonth[]> {
  const closed = await lastClosedMonth(tx, { contractId: contract.id, currency: contract.currency });
  const current = billingMonthOf(instantOfEpochMs(now.getTime()), billingZoneOf(contract.currency));
  const months: BillingMonth[] = [];
  let month = closed === undefined ? firstMonthOf(contract) : addMonths(closed, 1);
  for (; compareMonths(month, current) <= 0; month = addMonths(month, 1)) months.push(month);
  return months;
}

function firstMonthOf({ commencing_on, currency }: ContractRow): BillingMonth {
  return billingMonthOf(instantOfEpochMs(commencing_on.getTime()), billingZoneOf(currency));
}
