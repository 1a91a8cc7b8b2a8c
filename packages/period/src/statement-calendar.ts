import { addMonths, type BillingMonth, firstDayOf, lastDayOf } from './billing-month.ts';
import { addDays, type Day, dayOf, daysBetween, startOfDay } from './day.ts';
import { dayMs, type Instant, plusHours, plusMinutes } from './instant.ts';
import type { BillingZone } from './zone.ts';

/** The default number of days from the first of the next month to the due day: the 7th. */
export const usualDueDays = 6;

/**
 * Fewer days would make a statement due before it is signed, which must be a mistake. Merely short terms are extended
 * by the notice.
 */
const fewestDueDays = 2;

/** The date on a month's statement: the 2nd of the next month. */
export function statementDay(month: BillingMonth): Day {
  return addDays(lastDayOf(month), 2);
}

/** 09:00 on the statement day: in working hours, and more than a day after the month for late usage to arrive. */
export function signAt(month: BillingMonth, zone: BillingZone): Instant {
  return plusHours(startOfDay(statementDay(month), zone), 9);
}

/**
 * The first of the next month + `dueDays`. Throws RangeError for fewer than `fewestDueDays`, or a fraction of a day.
 */
export function dueDay(month: BillingMonth, dueDays: number = usualDueDays): Day {
  if (!Number.isInteger(dueDays) || dueDays < fewestDueDays)
    throw new RangeError(`Due days must be whole and at least ${fewestDueDays}`);
  return addDays(firstDayOf(addMonths(month, 1)), dueDays);
}

/** The least number of days for a customer to check a statement, from the day of signing. */
const noticeDays = 5;

/** The times of a statement's payment; all follow from the due day. */
export interface DueTimes {
  readonly dueOn: Day;
  /** The start of the due day, at which an undisputed statement confirms itself. */
  readonly confirmAt: Instant;
  /** 00:05 on the due day, after the confirmation. */
  readonly deductAt: Instant;
  /** The end of the due day, from which an unpaid rest is overdue. */
  readonly overdueFrom: Instant;
}

/**
 * Returns the times of a month's statement: due on its own due day, but not before `noticeDays` after the day of
 * signing in the zone. Throws RangeError like `dueDay`.
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
 * Returns the number of days by which a dispute moves the due day: its length in days of 24 hours, rounded up. An
 * already overdue statement falls due on the day after the end of the dispute.
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
