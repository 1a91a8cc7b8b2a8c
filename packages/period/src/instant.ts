import { civilDateOf, epochDayOf, isRealDate, lastYear } from './gregorian.ts';

declare const epochMilliseconds: unique symbol;

/** A moment: whole milliseconds since 1970-01-01T00:00:00Z, in the years 0 to 9999. */
export type Instant = number & { readonly [epochMilliseconds]: true };

/**
 * Parses RFC 3339 with Z or an offset. Throws RangeError for nonexistent dates, leap seconds and fractions of a
 * millisecond.
 */
export function instant(rfc3339: string): Instant {
  const match = pattern.exec(rfc3339);
  if (match === null) throw notAnInstant(rfc3339);
  const [, year, month, day, hour, minute, second, fraction = '', zulu, sign, offsetHour, offsetMinute] = match;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (!isRealDate(date)) throw notAnInstant(rfc3339);

  const timeOfDayMs = clockMs(hour, minute) + Number(second) * 1_000 + Number(fraction.padEnd(3, '0'));
  const offsetMs = zulu === 'Z' ? 0 : clockMs(offsetHour, offsetMinute) * (sign === '-' ? -1 : 1);
  return instantOfEpochMs(epochDayOf(date) * dayMs + timeOfDayMs - offsetMs);
}

/** "2026-10-01T00:00:00Z": always UTC, with milliseconds only if they are not zero. */
export function toRfc3339(at: Instant): string {
  const epochDay = Math.floor(at / dayMs);
  const { year, month, day } = civilDateOf(epochDay);
  const inDay = at - epochDay * dayMs;
  const ms = inDay % 1_000;
  const date = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
  const time = [inDay / hourMs, (inDay / minuteMs) % 60, (inDay / 1_000) % 60].map((part) => digits(part, 2)).join(':');
  return `${date}T${time}${ms === 0 ? '' : `.${digits(ms, 3)}`}Z`;
}

/** Converts epoch milliseconds. Throws RangeError unless they are whole and in range. */
export function instantOfEpochMs(epochMs: number): Instant {
  if (!Number.isInteger(epochMs) || epochMs < earliest || epochMs > latest) throw notAnInstant(String(epochMs));
  return brand(epochMs);
}

/** Converts a Date. Throws RangeError outside of the years 0 to 9999. */
export function instantOf(date: Date): Instant {
  return instantOfEpochMs(date.getTime());
}

/** The start of the UTC hour. Both billing zones are whole hours away, so their hours start then, too. */
export function floorToHour(at: Instant): Instant {
  return instantOfEpochMs(Math.floor(at / hourMs) * hourMs);
}

/** The start of the first UTC hour at or after the instant. */
export function ceilToHour(at: Instant): Instant {
  return instantOfEpochMs(Math.ceil(at / hourMs) * hourMs);
}

export function plusMinutes(at: Instant, minutes: number): Instant {
  return instantOfEpochMs(at + minutes * minuteMs);
}

export function plusHours(at: Instant, hours: number): Instant {
  return instantOfEpochMs(at + hours * hourMs);
}

/** Adds days of 24 hours to the moment itself, not calendar days. */
export function plusDays24h(at: Instant, days: number): Instant {
  return instantOfEpochMs(at + days * dayMs);
}

const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

const earliest = epochDayOf({ year: 0, month: 1, day: 1 }) * dayMs;
const latest = epochDayOf({ year: lastYear + 1, month: 1, day: 1 }) * dayMs - 1;

const clock = '([01]\\d|2[0-3]):([0-5]\\d)';
const pattern = new RegExp(`^(\\d{4})-(\\d\\d)-(\\d\\d)T${clock}:([0-5]\\d)(?:\\.(\\d{1,3}))?(?:(Z)|([+-])${clock})$`);

function clockMs(hour: string | undefined, minute: string | undefined): number {
  return Number(hour) * hourMs + Number(minute) * minuteMs;
}

function digits(value: number, width: number): string {
  return String(Math.floor(value)).padStart(width, '0');
}

function notAnInstant(given: string): RangeError {
  return new RangeError(`${JSON.stringify(given.slice(0, 40))} is not an instant`);
}

// The only cast: the brand exists for the compiler alone and keeps unchecked numbers out.
function brand(epochMs: number): Instant {
  return epochMs as Instant;
}
