import { addMonths, billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';

/** Returns the same days of the last month, or of as many months before that the two windows do not overlap. */
export function formerWindow({ start, end }: Range, zone: BillingZone): Range {
  for (let months = 1; ; months += 1) {
    const former = { start: monthsEarlier(start, months, zone), end: monthsEarlier(end, months, zone) };
    if (former.end <= start) return former;
  }
}

/** A day that the earlier month lacks becomes that month's end. */
function monthsEarlier(at: Instant, months: number, zone: BillingZone): Instant {
  const month = billingMonthOf(at, zone);
  const earlier = rangeOf(addMonths(month, -months), zone);
  return instantOfEpochMs(Math.min(earlier.start + at - rangeOf(month, zone).start, earlier.end));
}
