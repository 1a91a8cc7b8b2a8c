import { addMonths, billingMonthOf, rangeOf } from './billing-month.ts';
import { dayOf, startOfDay } from './day.ts';
import { dayMs, type Instant, instantOfEpochMs } from './instant.ts';
import type { Range } from './range.ts';
import { signAt } from './statement-calendar.ts';
import type { BillingZone } from './zone.ts';

/** Equally many days of a period and of the one before it. */
export interface ComparedDays {
  readonly now: Range;
  readonly before: Range;
}

/** The zone of a contract, and the hour up to which its usage is rated. */
interface Metered {
  readonly zone: BillingZone;
  readonly through: Instant | undefined;
}

/** Returns the midnight before which days no longer grow: later usage has arrived, or the month can be signed. */
export function meteredUntil({ zone, through }: Metered, now: Instant): Instant {
  const month = billingMonthOf(now, zone);
  const isSigned = signAt(addMonths(month, -1), zone) <= now;
  const open = rangeOf(isSigned ? month : addMonths(month, -1), zone).start;
  return through === undefined ? open : instantOfEpochMs(Math.max(open, midnightBefore(through, zone)));
}

export const midnightBefore = (at: Instant, zone: BillingZone): Instant => startOfDay(dayOf(at, zone), zone);

/**
 * Compares whole days only, since usage metered by the day arrives at its end; undefined before the first one is over.
 * A past period of whole days is compared with the whole earlier one. Days from `openFrom` on may still grow.
 */
export function comparedDays(period: Range, before: Range, openFrom: Instant): ComparedDays | undefined {
  const past = Math.min(openFrom, period.end) - period.start;
  if (openFrom >= period.end && past % dayMs === 0) return { now: period, before };
  const length = Math.min(Math.floor(past / dayMs) * dayMs, before.end - before.start);
  if (length <= 0) return undefined;
  const first = ({ start }: Range): Range => ({ start, end: instantOfEpochMs(start + length) });
  return { now: first(period), before: first(before) };
}
