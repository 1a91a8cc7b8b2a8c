import { addMonths, type BillingMonth, billingMonthOf } from '@usance/period/billing-month';
import type { Instant } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';

/** So many billing months before the one that a moment lies in, the oldest first. */
export function monthsBefore(now: Instant, count: number, zone: BillingZone): BillingMonth[] {
  const open = billingMonthOf(now, zone);
  return Array.from({ length: count }, (_, index) => addMonths(open, index - count));
}
