import { add, type Decimal, isNegative, subtract, zero } from '@usance/money/decimal';
import { type Day, daysBetween } from '@usance/period/day';
import { costsAhead } from '../../purchase/forecast/forecast.ts';
import type { RecentDays } from '../../purchase/forecast/recent-days.ts';
import { longestRunwayDays } from './runway.ts';

/** Returns the expected cost of each day from today. That of today includes usage which late meters have yet to send. */
export function comingCosts(recent: RecentDays, today: Day): Decimal[] {
  const costs = costsAhead(recent);
  const next = () => costs.next().value ?? zero;
  let behind = zero;
  for (let ahead = 0; ahead <= daysBetween(recent.firstOpen, today); ahead += 1) {
    const rest = subtract(next(), recent.open[ahead] ?? zero);
    if (!isNegative(rest)) behind = add(behind, rest);
  }
  return [behind, ...Array.from({ length: longestRunwayDays }, next)];
}
