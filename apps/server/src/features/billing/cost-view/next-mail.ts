import type { ViewMail } from '@usance/api/billing/cost-view';
import { addDays, type Day, dayOf, daysBetween, parseDay, startOfDay } from '@usance/period/day';
import { instantOf, plusHours } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';

/** The days on which a view is mailed. */
export type MailDays = Exclude<ViewMail, 'none'>;

/** The hour in the contract's zone at which views are mailed: the usage of the day before has been rated by then. */
const mailHour = 8;

/** Returns the time of the next mail after now: in the morning of a Monday, or of the first of a month. */
export function nextMailAt(mail: MailDays, zone: BillingZone, now: Date): Date {
  for (let day = dayOf(instantOf(now), zone); ; day = addDays(day, 1)) {
    const at = mailAt(day, zone);
    if (isMailDay(mail, day) && at > now) return at;
  }
}

/** Returns the time of the last mail at or before now: the one for which a mail that leaves now was due. */
export function lastMailAt(mail: MailDays, zone: BillingZone, now: Date): Date {
  for (let day = dayOf(instantOf(now), zone); ; day = addDays(day, -1)) {
    const at = mailAt(day, zone);
    if (isMailDay(mail, day) && at <= now) return at;
  }
}

const mailAt = (day: Day, zone: BillingZone): Date => new Date(plusHours(startOfDay(day, zone), mailHour));

const isMailDay = (mail: MailDays, day: Day): boolean =>
  mail === 'monday' ? daysBetween(someMonday, day) % 7 === 0 : day.endsWith('-01');

const someMonday = parseDay('2000-01-03');
