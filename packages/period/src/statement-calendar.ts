import { addMonths, type BillingMonth, firstDayOf, lastDayOf } from './billing-month.ts';
import { addDays, type Day, startOfDay } from './day.ts';
import { type Instant, plusHours, plusMinutes } from './instant.ts';
import type { BillingZone } from './zone.ts';

/** Days from the first of the next month to the due day, unless a contract has its own: the 7th. */
export const usualDueDays = 6;

/** A statement signed on the 2nd cannot fall due before the 3rd, or it would be deducted before it exists. */
const fewestDueDays = 2;

/** The day a month's statement bears: the 2nd of the next month. */
export function statementDay(month: BillingMonth): Day {
  return addDays(lastDayOf(month), 2);
}

/** 09:00 on the statement day: a working morning, and more than a day for late usage to arrive. */
export function signAt(month: BillingMonth, zone: BillingZone): Instant {
  return plusHours(startOfDay(statementDay(month), zone), 9);
}

/** The first of the next month + `dueDays`. Throws RangeError for fewer than fewestDueDays or a part of a day. */
export function dueDay(month: BillingMonth, dueDays: number = usualDueDays): Day {
  if (!Number.isInteger(dueDays) || dueDays < fewestDueDays)
    throw new RangeError(`Due days must be whole and at least ${fewestDueDays}`);
  return addDays(firstDayOf(addMonths(month, 1)), dueDays);
}

/** From here a statement that nobody confirmed or disputed counts as confirmed: the start of its due day. */
export function autoConfirmAt(month: BillingMonth, zone: BillingZone, dueDays: number = usualDueDays): Instant {
  return startOfDay(dueDay(month, dueDays), zone);
}

/** 00:05 on the due day, so that confirmation comes first. */
export function deductAt(month: BillingMonth, zone: BillingZone, dueDays: number = usualDueDays): Instant {
  return plusMinutes(autoConfirmAt(month, zone, dueDays), 5);
}

/** From here what is still unpaid is overdue: the whole due day is the customer's. */
export function overdueFrom(month: BillingMonth, zone: BillingZone, dueDays: number = usualDueDays): Instant {
  return startOfDay(addDays(dueDay(month, dueDays), 1), zone);
}
