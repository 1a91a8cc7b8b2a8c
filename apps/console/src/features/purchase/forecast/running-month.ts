import { type BillingMonth, billingMonthOf, rangeOf } from '@usance/period/billing-month';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import type { BillingZone } from '@usance/period/zone';

/** Returns the running month if a period is exactly it: a forecast of anything else would not fit the page. */
export function runningMonthOf(
  { elapsed, whole }: Pick<PurchasePeriod, 'elapsed' | 'whole'>,
  zone: BillingZone,
): BillingMonth | undefined {
  if (elapsed.end >= whole.end) return undefined;
  const month = billingMonthOf(whole.start, zone);
  const { start, end } = rangeOf(month, zone);
  return whole.start === start && whole.end === end ? month : undefined;
}
