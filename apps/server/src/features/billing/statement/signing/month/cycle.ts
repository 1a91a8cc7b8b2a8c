import type { Currency } from '@usance/money/currency';
import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';

/** Returns the month's first instant and the first after it, as Dates. */
export function cycleOf(month: BillingMonth, currency: Currency): { start: Date; end: Date } {
  const { start, end } = rangeOf(month, billingZoneOf(currency));
  return { start: new Date(start), end: new Date(end) };
}
