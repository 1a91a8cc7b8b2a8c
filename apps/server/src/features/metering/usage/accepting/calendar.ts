import { type BillingMonth, billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { type Day, dayOf } from '@usance/period/day';
import { type Instant, toRfc3339 } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import { recent } from '#platform/recent.ts';

interface Place {
  readonly day: Day;
  readonly month: BillingMonth;
  /** The end of that month. */
  readonly monthEnd: Instant;
}

/** The billing day and month of an instant. The records of a report share few instants, so each is computed once. */
export const calendarOf = (at: Instant, zone: BillingZone): Place => calendars(zone)(at);

const mostInstants = 10_000;

const calendars = recent(10, (zone: BillingZone) =>
  recent(mostInstants, (at: Instant): Place => {
    const month = billingMonthOf(at, zone);
    return { day: dayOf(at, zone), month, monthEnd: rangeOf(month, zone).end };
  }),
);

/** An instant as text, computed once as well. */
export const rfc3339Of = recent(mostInstants, toRfc3339);
