import { says } from '@usance/api/rule';
import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { dayMs, floorToHour, type Instant, instantOf, instantOfEpochMs, plusHours } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import { invalidParameter } from '#platform/refusal.ts';

type Given = { start?: number | undefined; end?: number | undefined };

/**
 * Returns the half-open range of a read. By default it ends at the next full hour, and begins on the first of the
 * end's month in the billing zone. A given bound beyond the default other one makes it empty.
 */
export function purchaseWindow({ start, end }: Given, zone: BillingZone, now: Date): Range {
  const nextHour = plusHours(floorToHour(instantOf(now)), 1);
  const until = end === undefined ? nextHour : instantOfEpochMs(end);
  const from = start === undefined ? firstOfMonth(until, zone) : instantOfEpochMs(start);
  if (until < from) return { start: from, end: from };
  return { start: from, end: until };
}

/** A reply with each day of a range has at most ten years of them. The field names the range's start. */
export function refuseManyDays(field: string, window: Range): void {
  if (window.end - window.start > mostDays * dayMs)
    throw invalidParameter(field, says('dailyRange', { days: mostDays }));
}

const mostDays = 3_660;

/** Returns the first of the month of the last instant before `end`. */
function firstOfMonth(end: Instant, zone: BillingZone): Instant {
  const last = end === 0 ? end : instantOfEpochMs(end - 1);
  return rangeOf(billingMonthOf(last, zone), zone).start;
}
