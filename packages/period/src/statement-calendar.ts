import { addMonths, type BillingMonth, firstDayOf, lastDayOf } from './billing-month.ts';
import { addDays, type Day, dayOf, daysBetween, startOfDay } from './day.ts';
import { dayMs, type Instant, plusHours, plusMinutes } from './instant.ts';
import type { BillingZone } from './zone.ts';

/** Days from the first of the next month to the due day, unless a contract has its own: the 7th. */
export const usualDueDays = 6;

/** Terms under which a statement would be due before it is signed are a mistake; notice moves those that are merely short. */
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

/** A customer has at least as many days to look at a statement, counted from the day on which it was signed. */
const noticeDays = 5;

/** When a statement asks to be paid; all of it follows from the due day. */
export interface DueTimes {
  readonly dueOn: Day;
  /** From here a statement that nobody confirmed or disputed counts as confirmed: the start of its due day. */
  readonly confirmAt: Instant;
  /** 00:05 on the due day, so that confirmation comes first. */
  readonly deductAt: Instant;
  /** From here what is still unpaid is overdue: the whole due day is the customer's. */
  readonly overdueFrom: Instant;
}

/**
 * When the statement of a month is due: on its own due day, but never before noticeDays have passed since the day, in
 * the zone, on which it was signed. Throws RangeError as dueDay does.
 */
export function dueTimes(
  month: BillingMonth,
  zone: BillingZone,
  { signedAt, dueDays = usualDueDays }: { signedAt: Instant; dueDays?: number },
): DueTimes {
  const ownDay = dueDay(month, dueDays);
  const afterNotice = addDays(dayOf(signedAt, zone), noticeDays);
  const dueOn = daysBetween(ownDay, afterNotice) > 0 ? afterNotice : ownDay;
  const confirmAt = startOfDay(dueOn, zone);
  return { dueOn, confirmAt, deductAt: plusMinutes(confirmAt, 5), overdueFrom: startOfDay(addDays(dueOn, 1), zone) };
}

/**
 * By how many days a dispute moves the due day: as long as it took, in days of 24 hours, a part of one counting as one.
 * A statement that was overdue already falls due the day after the dispute has ended.
 */
export function daysOfDispute(
  dueOn: Day,
  zone: BillingZone,
  { disputedAt, endedAt }: { disputedAt: Instant; endedAt: Instant },
): number {
  const took = Math.max(0, Math.ceil((endedAt - disputedAt) / dayMs));
  if (dayOf(disputedAt, zone) <= dueOn) return took;
  return Math.max(took, daysBetween(dueOn, addDays(dayOf(endedAt, zone), 1)));
}
