import type { ViewMail } from '@usance/api/billing/cost-view';
import { addDays, dayOf, daysBetween, parseDay, startOfDay } from '@usance/period/day';
import { instantOf, plusHours } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';

/** The hour in the contract's zone at which views are mailed: the usage of the day before has been rated by then. */
const mailHour = 8;

/** Returns the time of the next mail after now: in the morning of a Monday, or of the first of a month. */
export function nextMailAt(mail: Exclude<ViewMail, 'none'>, zone: BillingZone, now: Date): Date {
  const isMailDay = (day: ReturnType<typeof dayOf>) =>
    mail === 'monday' ? daysBetween(someMonday, day) % 7 === 0 : day.endsWith('-01');
  for (let day = dayOf(instantOf(now), zone); ; day = addDays(day, 1)) {
    const at = plusHours(startOfDay(day, zone), mailHour);
    if (isMailDay(day) && at > now.getTime()) return new Date(at);
  }
}

const someMonday = parseDay('2000-01-03');
