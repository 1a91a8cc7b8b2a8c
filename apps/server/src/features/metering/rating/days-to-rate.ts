import { type BillingMonth, lastDayOf, rangeOf } from '@usance/period/billing-month';
import { addDays, type Day } from '@usance/period/day';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { carriedMonths, firstUncarried, monthOf } from '../billing-day/carried-amounts.ts';
import { hasTiersBefore } from '../tier/tier.queries.ts';

/** Days that are rated together, and in which of their months each day goes on from what the days before it come to. */
export interface DaysToRate {
  readonly days: readonly Day[];
  readonly carried: ReadonlySet<BillingMonth>;
}

/**
 * The days to rate where these have changed: themselves, since what a day costs depends on no other. Where tiers may hold,
 * a change moves all that comes after it in its month: then the days from the first of them to the month's end, and those
 * before that keep nothing to go on from.
 */
export async function daysToRate(db: DbOrTx, contractId: string, changed: readonly Day[]): Promise<DaysToRate> {
  const carried = await monthsToCarry(db, contractId, changed);
  const days = new Set(changed);
  for (const month of carried) {
    const first = changed.find((day) => monthOf(day) === month);
    if (first === undefined) continue;
    const start = (await firstUncarried(db, contractId, first)) ?? first;
    for (let day = start; day <= lastDayOf(month); day = addDays(day, 1)) days.add(day);
  }
  return { days: [...days].sort(), carried };
}

/** Of days in order that are to be rated those whose rating takes the others along: the first of each month in which tiers may hold. */
export async function daysToAsk(db: DbOrTx, contractId: string, days: readonly Day[]): Promise<readonly Day[]> {
  const carried = await monthsToCarry(db, contractId, days);
  if (carried.size === 0) return days;
  const firsts = new Set([...Map.groupBy(days, monthOf).values()].map(([first]) => first));
  return days.filter((day) => firsts.has(day) || !carried.has(monthOf(day)));
}

/** A month that was carried once is carried on, though its tiers were taken back: its days could not be rated one by one. */
async function monthsToCarry(db: DbOrTx, contractId: string, days: readonly Day[]): Promise<ReadonlySet<BillingMonth>> {
  const months = [...new Set(days.map(monthOf))];
  const last = months.at(-1);
  if (last === undefined) return new Set();
  const carried = new Set(await carriedMonths(db, contractId, months));
  // In UTC, where no month ends earlier than in the other zone: one more that is carried costs nothing but time.
  if (!(await hasTiersBefore(db, contractId, rangeOf(last, 'UTC').end))) return carried;
  for (const month of months) {
    if (await hasTiersBefore(db, contractId, rangeOf(month, 'UTC').end)) carried.add(month);
  }
  return carried;
}
