import {
  addMonths,
  type BillingMonth,
  billingMonthOf,
  firstDayOf,
  lastDayOf,
  monthsBetween,
  parseBillingMonth,
  rangeOf,
} from './billing-month.ts';
import { type ComparedDays, comparedDays, meteredUntil, midnightBefore } from './compared-days.ts';
import { addDays, type Day, dayOf, daysIn, parseDay, startOfDay } from './day.ts';
import { floorToHour, type Instant, instantOfEpochMs, plusHours } from './instant.ts';
import { isRelativeRange, resolveRange } from './month-range.ts';
import type { Range } from './range.ts';
import type { BillingZone } from './zone.ts';

/**
 * Longer ranges would have bars thinner than a pixel.
 * @internal
 */
export const mostDays = 366;

/** The period to compare with. */
export const comparisons = ['previous', 'year', 'off'] as const;
export type Comparison = (typeof comparisons)[number];

/** The range of a screen and its comparison; all half-open, in the contract's zone. */
export interface PurchasePeriod {
  /** The range sent to the server. */
  range: Range;
  /** The past part of `range`. */
  elapsed: Range;
  /** `range` with its last month or day to the end. */
  whole: Range;
  /** The whole earlier period; undefined if it begins before the contract, so that there is no comparison. */
  previous: Range | undefined;
  /** Equally many fully metered days of both periods; undefined if there is none, or no earlier period. */
  compared: ComparedDays | undefined;
  /** Days from here on may still grow. */
  openFrom: Instant;
}

/** The extent of a contract's usage: its zone, its beginning, and the hour up to which it is rated. */
export interface MeteredSpan {
  zone: BillingZone;
  since: Instant;
  through: Instant | undefined;
}

interface Choice {
  time?: number | undefined;
  range: string;
  /** By default the period before. */
  compare?: Comparison;
}

/**
 * Resolves the URL's range at a moment: `time` is its whole month, a relative word its months up to the next full
 * hour, days themselves. An invalid value means this month.
 */
export function purchasePeriodOf(choice: Choice, metered: MeteredSpan, now: Instant): PurchasePeriod {
  const { zone } = metered;
  if (choice.time !== undefined) {
    const month = billingMonthOf(instantOfEpochMs(choice.time), zone);
    const period = ofMonths(month, month, metered, now, choice.compare);
    return { ...period, range: period.whole };
  }
  const days = isRelativeRange(choice.range) ? undefined : parseDays(choice.range, dayOf(now, zone));
  if (days !== undefined) {
    const months = monthsOf(days, dayOf(now, zone));
    return months
      ? ofMonths(months.from, months.to, metered, now, choice.compare)
      : ofDays(days.from, days.to, metered, now, choice.compare);
  }
  const { from, to } = resolveRange(choice.range, billingMonthOf(now, zone));
  return monthsBetween(from, to) < 12
    ? ofMonths(from, to, metered, now, choice.compare)
    : purchasePeriodOf({ ...choice, range: 'this-month' }, metered, now);
}

/** Returns the days of a custom range for its fields; an open end stays open. Undefined for other tokens. */
export function customDays(token: string): { from: Day; to: Day | undefined } | undefined {
  const [, first, last] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)?$/.exec(token) ?? [];
  if (first === undefined) return undefined;
  try {
    return { from: parseDay(first), to: last === undefined ? undefined : parseDay(last) };
  } catch {
    return undefined;
  }
}

/** Returns the token of a custom range. A last day that is before the first or too far from it is moved. */
export function daysToken(from: Day, to: Day | undefined, today: Day): string {
  const latest = addDays(from, mostDays - 1);
  if (to === undefined) return today > latest ? `${from}..${latest}` : `${from}..`;
  return `${from}..${to < from ? from : to > latest ? latest : to}`;
}

function parseDays(token: string, today: Day): { from: Day; to: Day } | undefined {
  const days = customDays(token);
  if (days === undefined) return undefined;
  const { from, to } = days;
  // An open range that has grown too long keeps its latest days, since a saved one is read for years.
  if (to === undefined) {
    const latest = today > from ? today : from;
    const first = addDays(latest, 1 - mostDays);
    return { from: first > from ? first : from, to: latest };
  }
  return to < from || to > addDays(from, mostDays - 1) ? undefined : { from, to };
}

/** Returns the months that the days fully cover, up to today, so that they are compared like named months. */
function monthsOf({ from, to }: { from: Day; to: Day }, today: Day) {
  const [first, last] = [parseBillingMonth(from.slice(0, 7)), parseBillingMonth(to.slice(0, 7))];
  const isWhole = from === firstDayOf(first) && (to === lastDayOf(last) || to === today);
  return isWhole && monthsBetween(first, last) < 12 ? { from: first, to: last } : undefined;
}

function ofMonths(
  from: BillingMonth,
  to: BillingMonth,
  metered: MeteredSpan,
  now: Instant,
  compare: Comparison = 'previous',
): PurchasePeriod {
  const back = compare === 'year' ? 12 : monthsBetween(from, to) + 1;
  const whole = { start: rangeOf(from, metered.zone).start, end: rangeOf(to, metered.zone).end };
  const { zone } = metered;
  const before = { start: rangeOf(addMonths(from, -back), zone).start, end: rangeOf(addMonths(to, -back), zone).end };
  return period(whole, compare === 'off' ? undefined : before, metered, now);
}

function ofDays(
  from: Day,
  to: Day,
  metered: MeteredSpan,
  now: Instant,
  compare: Comparison = 'previous',
): PurchasePeriod {
  const { zone } = metered;
  const whole = { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
  const days = daysIn(whole, zone).length;
  const first = compare === 'year' ? yearBefore(from) : addDays(from, -days);
  const before = { start: startOfDay(first, zone), end: startOfDay(addDays(first, days), zone) };
  return period(whole, compare === 'off' ? undefined : before, metered, now);
}

/** Returns the same day of the year before; of a leap day, the day after. */
function yearBefore(day: Day): Day {
  const month = addMonths(parseBillingMonth(day.slice(0, 7)), -12);
  return addDays(firstDayOf(month), Number(day.slice(8)) - 1);
}

function period(whole: Range, before: Range | undefined, metered: MeteredSpan, now: Instant): PurchasePeriod {
  const nextHour = plusHours(floorToHour(now), 1);
  const isRunning = whole.start < nextHour && nextHour < whole.end;
  const elapsed = isRunning ? { start: whole.start, end: nextHour } : whole;
  const openFrom = meteredUntil(metered, now);
  const isKnown = before !== undefined && before.start >= midnightBefore(metered.since, metered.zone);
  const previous = isKnown ? before : undefined;
  const compared = previous && comparedDays(whole, previous, openFrom);
  return { range: elapsed, elapsed, whole, previous, compared, openFrom };
}
