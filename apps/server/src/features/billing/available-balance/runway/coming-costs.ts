import { add, type Decimal, isNegative, subtract, zero } from '@usance/money/decimal';
import { type Day, daysBetween } from '@usance/period/day';
import { costsAhead } from '../../purchase/forecast/forecast.ts';
import type { RecentDays } from '../../purchase/forecast/recent-days.ts';

/** Yields the expected cost of each day from today. That of today includes usage which late meters have yet to send. */
export function* comingCosts(recent: RecentDays, today: Day): Generator<Decimal, undefined> {
  const costs = costsAhead(recent);
  let behind = zero;
  for (let ahead = 0; ahead <= daysBetween(recent.firstOpen, today); ahead += 1) {
    const rest = subtract(costs.next().value ?? zero, recent.open[ahead] ?? zero);
    if (!isNegative(rest)) behind = add(behind, rest);
  }
  yield behind;
  yield* costs;
}
