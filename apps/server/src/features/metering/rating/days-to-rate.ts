import { type BillingMonth, lastDayOf, rangeOf } from '@usance/period/billing-month';
import { addDays, type Day } from '@usance/period/day';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { carriedMonths, firstUncarried, monthOf } from '../billing-day/carried-amounts.ts';
import { hasTiersBefore } from '../tier/tier.queries.ts';

/** Days to rate together, and the months in which each day carries on the amount of the days before it. */
export interface DaysToRate {
  readonly days: readonly Day[];
  readonly carried: ReadonlySet<BillingMonth>;
}

/**
 * Returns the days to rate when the given ones have changed. Without tiers these are just the given ones. With tiers a
 * change affects the rest of its month, so the days to the month's end are added, and earlier days without carried
 * amounts.
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

/**
 * Drops days that are rated anyway with an earlier one: with tiers, the first changed day of a month brings the rest.
 */
export async function daysToAsk(db: DbOrTx, contractId: string, days: readonly Day[]): Promise<readonly Day[]> {
  const carried = await monthsToCarry(db, contractId, days);
  if (carried.size === 0) return days;
  const firsts = new Set([...Map.groupBy(days, monthOf).values()].map(([first]) => first));
  return days.filter((day) => firsts.has(day) || !carried.has(monthOf(day)));
}

/** A month that has carried amounts keeps them even if its tiers are removed: its days depend on each other. */
async function monthsToCarry(db: DbOrTx, contractId: string, days: readonly Day[]): Promise<ReadonlySet<BillingMonth>> {
  const months = [...new Set(days.map(monthOf))];
  const last = months.at(-1);
  if (last === undefined) return new Set();
  const carried = new Set(await carriedMonths(db, contractId, months));
  // In UTC, because no month ends earlier in the other zone; an extra carried month only costs time.
  if (!(await hasTiersBefore(db, contractId, rangeOf(last, 'UTC').end))) return carried;
  for (const month of months) {
    if (await hasTiersBefore(db, contractId, rangeOf(month, 'UTC').end)) carried.add(month);
  }
  return carried;
}
