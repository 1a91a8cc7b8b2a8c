import type { Day } from '@usance/period/day';

/**
 * The days to rate where these have changed: themselves, since what a day costs depends on no other. Terms that carry an
 * amount from day to day, as graduated tiers do, reach from the first of them to its month's end, and are asked for here.
 */
export function daysToRate(changed: readonly Day[]): readonly Day[] {
  return changed;
}
