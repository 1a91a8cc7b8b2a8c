import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import type { BillingZone } from '@usance/period/zone';

/** Two billing months, both included, as the URL keeps them; either may be open. */
export interface Months {
  from: string | undefined;
  to: string | undefined;
}

/** Returns the months in a zone as the API's half-open range; an open side stays open. */
export function rangeOfMonths({ from, to }: Months, zone: BillingZone): { start?: number; end?: number } {
  return {
    ...(from !== undefined && { start: rangeOf(parseBillingMonth(from), zone).start }),
    ...(to !== undefined && { end: rangeOf(parseBillingMonth(to), zone).end }),
  };
}
