import { civilDateOf, epochDayOf, isRealDate, lastYear } from './gregorian.ts';
import { dayMs, type Instant, instantOfEpochMs } from './instant.ts';
import { isEmpty, type Range, range } from './range.ts';
import { type BillingZone, offsetMs } from './zone.ts';

declare const calendarDay: unique symbol;

/** A calendar day, 'YYYY-MM-DD'. The instants that it covers depend on the zone. Sorts as text. */
export type Day = string & { readonly [calendarDay]: true };

/** Parses 'YYYY-MM-DD'. Throws RangeError for any other form and for days that do not exist. */
export function parseDay(text: string): Day {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  const [, year, month, day] = match ?? [];
  if (!isRealDate({ year: Number(year), month: Number(month), day: Number(day) })) {
    throw new RangeError(`${JSON.stringify(text.slice(0, 40))} is not a day`);
  }
  return brand(text);
}

/** The day of an instant in the zone. */
export function dayOf(at: Instant, zone: BillingZone): Day {
  return dayOfEpochDay(Math.floor((at + offsetMs(zone)) / dayMs));
}

/** Midnight in the zone. */
export function startOfDay(day: Day, zone: BillingZone): Instant {
  return instantOfEpochMs(epochDay(day) * dayMs - offsetMs(zone));
}

/** From midnight to midnight in the zone. */
export function rangeOfDay(day: Day, zone: BillingZone): Range {
  return range(startOfDay(day, zone), startOfDay(addDays(day, 1), zone));
}

export function addDays(day: Day, days: number): Day {
  return dayOfEpochDay(epochDay(day) + days);
}

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return epochDay(to) - epochDay(from);
}

/** Returns every day that the range touches, in order; none for an empty range. */
export function daysIn(covered: Range, zone: BillingZone): Day[] {
  if (isEmpty(covered)) return [];
  const first = epochDay(dayOf(covered.start, zone));
  const last = epochDay(dayOf(instantOfEpochMs(covered.end - 1), zone));
  return Array.from({ length: last - first + 1 }, (_, index) => dayOfEpochDay(first + index));
}

function epochDay(day: Day): number {
  return epochDayOf({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) });
}

function dayOfEpochDay(epochDay: number): Day {
  const { year, month, day } = civilDateOf(epochDay);
  if (!Number.isInteger(epochDay) || year < 0 || year > lastYear)
    throw new RangeError('Not a whole day of the years 0 to 9999');
  return brand([String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'));
}

// The only cast: the brand exists for the compiler alone and keeps unchecked texts out.
function brand(text: string): Day {
  return text as Day;
}
