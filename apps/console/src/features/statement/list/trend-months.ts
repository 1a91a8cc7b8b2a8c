import { addMonths, type BillingMonth, billingMonthOf } from '@usance/period/billing-month';
import type { Instant } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';

/** Returns this many billing months before the current one, oldest first. */
export function monthsBefore(now: Instant, count: number, zone: BillingZone): BillingMonth[] {
  const open = billingMonthOf(now, zone);
  return Array.from({ length: count }, (_, index) => addMonths(open, index - count));
}
