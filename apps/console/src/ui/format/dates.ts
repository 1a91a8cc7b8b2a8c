import { localeTag } from './locale.ts';

/** 'YYYY-MM-DD' → "Oct 31, 2026". A calendar day has no zone, so it is read and written in UTC. */
export function formatDay(day: string): string {
  return format(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** 'YYYY-MM' → "October 2026", or "Oct 2026" when short. */
export function formatMonth(month: string, length: 'long' | 'short' = 'long'): string {
  return format(`${month}-01T00:00:00Z`, { year: 'numeric', month: length, timeZone: 'UTC' });
}

/** An RFC 3339 instant on the reader's clock: "Nov 2, 2026, 09:00". */
export function formatInstant(at: string, timeZone?: string): string {
  return format(at, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone, timeZoneName: 'short' }),
  });
}

/** "14:05 UTC", for saying how fresh a figure is. */
export function formatClock(at: string): string {
  return format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC', timeZoneName: 'short' });
}

/** "in 3 days", "2 hours ago": whole units, the largest that fits. */
export function formatRelative(at: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(at) - nowMs) / 1000);
  const words = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return words.format(seconds, 'second');
}

const units: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function format(at: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeTag(), options).format(new Date(at));
}
