import { addMonths, type BillingMonth, billingMonthOf } from '@usance/period/billing-month';
import { addCalendarMonths } from '@usance/period/calendar-months';
import { instantOf } from '@usance/period/instant';

/** Older usage is refused, so that keys of records need not be kept for ever. */
export const monthsAccepted = 13;
/** Keys outlive the time in which a record could be sent again, whatever the zone and however late the round. */
const monthsKept = 14;

/** Returns the earliest start, in epoch milliseconds, of usage that is accepted at an instant. */
export const oldestStart = (now: Date): number => addCalendarMonths(instantOf(now), -monthsAccepted);

/** Returns the first billing month whose records still need their keys. */
export const firstMonthWithKeys = (now: Date): BillingMonth =>
  addMonths(billingMonthOf(instantOf(now), 'UTC'), -monthsKept);
