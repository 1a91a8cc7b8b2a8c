import { getLocale } from '../../i18n/locale.ts';
import { dateFormat, numberFormat } from './formatters.ts';

/** 'YYYY-MM-DD' → "Oct 31, 2026". A calendar day has no zone, so it is formatted in UTC. */
export function formatDay(day: string): string {
  return format(`${day}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** 'YYYY-MM-DD' → "Oct 31", for axes. */
export function shortDay(day: string): string {
  return format(`${day}T00:00:00Z`, { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

/** 'YYYY-MM' → "October 2026", or "Oct 2026" when short. */
export function formatMonth(month: string, length: 'long' | 'short' = 'long'): string {
  return format(`${month}-01T00:00:00Z`, { year: 'numeric', month: length, timeZone: 'UTC' });
}

/** An RFC 3339 instant in a zone, or in the reader's: "Nov 2, 2026, 09:00 UTC+8". */
export function formatInstant(at: string, timeZone?: string): string {
  return format(at, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  });
}

/** "14:05 UTC", beside a separate day. */
export function formatClock(at: string, timeZone = 'UTC'): string {
  return format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone, timeZoneName: 'short' });
}

/**
 * Returns the time until an instant: "12 days", else "5 hours", else minutes, else seconds; whole units, never below 0.
 */
export function formatCountdown(until: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - nowMs) / 1000));
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  const words = numberFormat({ style: 'unit', unit, unitDisplay: 'long' });
  // Chinese counts with a space, as in 每月 2 日; Intl omits it.
  const said = words.format(Math.floor(seconds / size));
  return getLocale() === 'zh' ? said.replace(/^([\d,]+)\s*/, '$1 ') : said;
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function format(at: string, options: Intl.DateTimeFormatOptions): string {
  // Offsets are shown from UTC, as everywhere in the console; Intl writes GMT.
  const parts = dateFormat(options).formatToParts(new Date(at));
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC');
  if (zone === undefined || getLocale() !== 'zh') return textOf(parts).replace('GMT', 'UTC');
  // Chinese has the zone after the time: 12:00（UTC）. Intl puts it first.
  return `${textOf(parts.filter(({ type }) => type !== 'timeZoneName'))
    .replace(/\s+/g, ' ')
    .trim()}（${zone}）`;
}

const textOf = (parts: readonly Intl.DateTimeFormatPart[]) => parts.map(({ value }) => value).join('');
