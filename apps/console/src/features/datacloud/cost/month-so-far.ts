import type { Contract } from '@usance/api/contract/contract';
import { addMonths, billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { dayOf, startOfDay } from '@usance/period/day';
import { floorToHour, type Instant, instant, instantOfEpochMs, plusHours } from '@usance/period/instant';
import type { Range } from '@usance/period/range';

interface MonthSoFar {
  /** From the first of the month to the end of this hour. */
  now: Range;
  /** The month before; undefined if it began before the contract. */
  previous: Range | undefined;
}

/** Returns the ranges that cost analysis asks for at first, so that a tile's link shows the tile's figures. */
export function monthSoFarOf({ billingZone: zone, commencingOn }: MeteredContract, at: Instant): MonthSoFar {
  const month = billingMonthOf(at, zone);
  const { start, end: monthEnd } = rangeOf(month, zone);
  const end = instantOfEpochMs(Math.min(plusHours(floorToHour(at), 1), monthEnd));
  const before = rangeOf(addMonths(month, -1), zone);
  const isKnown = before.start >= startOfDay(dayOf(instant(commencingOn), zone), zone);
  return { now: { start, end }, previous: isKnown ? before : undefined };
}

export type MeteredContract = Pick<Contract, 'billingZone' | 'commencingOn'>;
