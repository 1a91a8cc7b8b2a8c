import { compare, type Decimal, type Exact, sum, zero } from '@usance/money/decimal';

/** An amount that is lost on a day, counted from today. */
export interface Loss {
  readonly day: number;
  readonly amount: Exact;
}

interface Money {
  readonly available: Exact;
  readonly losses: readonly Loss[];
}

/** A longer forecast says nothing. */
export const longestRunwayDays = 366;

/**
 * Returns the days that money covers, where 0 means that it ends today; undefined if it lasts for a year. The first cost
 * is that of today.
 */
export function daysCovered({ available, losses }: Money, costs: readonly Decimal[]): number | undefined {
  const lost = Map.groupBy(losses, ({ day }) => day);
  let gone = zero;
  for (let day = 0; day <= longestRunwayDays; day += 1) {
    gone = sum([gone, costs[day] ?? zero, ...(lost.get(day) ?? []).map(({ amount }) => amount)]);
    if (compare(gone, available) > 0) return day;
  }
  return undefined;
}
