import {
  addMonths,
  type BillingMonth,
  billingMonthOf,
  firstDayOf,
  lastDayOf,
  monthsBetween,
  parseBillingMonth,
  rangeOf,
} from '@usance/period/billing-month';
import { addDays, type Day, dayOf, daysIn, parseDay, startOfDay } from '@usance/period/day';
import { floorToHour, type Instant, instantOfEpochMs, plusHours } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { signAt } from '@usance/period/statement-calendar';
import type { BillingZone } from '@usance/period/zone';
import { isRelativeRange, resolveRange } from '../../ui/field/month-range.ts';

/**
 * Longer ranges would have bars thinner than a pixel.
 * @internal
 */
export const mostDays = 366;

/** The range a screen shows and what it is compared with; all half-open, in the contract's zone. */
export interface PurchasePeriod {
  /** What is asked of the server. */
  range: Range;
  /** The part of `range` that has come. */
  elapsed: Range;
  /** `range` with its last month or day to the end. */
  whole: Range;
  /** All of the period before; absent where the contract had not begun yet, so that there is nothing to compare with. */
  previous: Range | undefined;
  /** As many days of both as are metered to their end; absent while there is none, or nothing before. */
  compared: Comparison | undefined;
  /** From here on days may still grow. */
  openFrom: Instant;
}

interface Comparison {
  now: Range;
  before: Range;
}

/** What is known of a contract's usage: in which zone its days are cut, since when there can be any, and how far it is rated. */
export interface MeteredSpan {
  zone: BillingZone;
  since: Instant;
  through: Instant | undefined;
}

interface Choice {
  time?: number | undefined;
  range: string;
}

/**
 * Resolves what the URL says at a moment: `time` means its whole month, a relative word its months up to the next full
 * hour, days themselves. What cannot be read means this month.
 */
export function purchasePeriodOf(choice: Choice, metered: MeteredSpan, now: Instant): PurchasePeriod {
  const { zone } = metered;
  if (choice.time !== undefined) {
    const month = billingMonthOf(instantOfEpochMs(choice.time), zone);
    const period = ofMonths(month, month, metered, now);
    return { ...period, range: period.whole };
  }
  const days = isRelativeRange(choice.range) ? undefined : parseDays(choice.range, dayOf(now, zone));
  if (days !== undefined) {
    const months = monthsOf(days, dayOf(now, zone));
    return months ? ofMonths(months.from, months.to, metered, now) : ofDays(days.from, days.to, metered, now);
  }
  const { from, to } = resolveRange(choice.range, billingMonthOf(now, zone));
  return monthsBetween(from, to) < 12
    ? ofMonths(from, to, metered, now)
    : purchasePeriodOf({ range: 'this-month' }, metered, now);
}

/** The days a custom range names, for its fields: an open end stays open. Undefined for every other token. */
export function customDays(token: string): { from: Day; to: Day | undefined } | undefined {
  const [, first, last] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)?$/.exec(token) ?? [];
  if (first === undefined) return undefined;
  try {
    return { from: parseDay(first), to: last === undefined ? undefined : parseDay(last) };
  } catch {
    return undefined;
  }
}

/** The token of a custom range. A last day before the first, or too far from it, moves to where it fits. */
export function daysToken(from: Day, to: Day | undefined, today: Day): string {
  const latest = addDays(from, mostDays - 1);
  if (to === undefined) return today > latest ? `${from}..${latest}` : `${from}..`;
  return `${from}..${to < from ? from : to > latest ? latest : to}`;
}

function parseDays(token: string, today: Day): { from: Day; to: Day } | undefined {
  const days = customDays(token);
  if (days === undefined) return undefined;
  const { from, to = today > days.from ? today : days.from } = days;
  return to < from || to > addDays(from, mostDays - 1) ? undefined : { from, to };
}

/** The months that these days are all of, as far as they have come: chosen by hand they are compared as by their name. */
function monthsOf({ from, to }: { from: Day; to: Day }, today: Day) {
  const [first, last] = [parseBillingMonth(from.slice(0, 7)), parseBillingMonth(to.slice(0, 7))];
  const isWhole = from === firstDayOf(first) && (to === lastDayOf(last) || to === today);
  return isWhole && monthsBetween(first, last) < 12 ? { from: first, to: last } : undefined;
}

function ofMonths(from: BillingMonth, to: BillingMonth, metered: MeteredSpan, now: Instant): PurchasePeriod {
  const months = monthsBetween(from, to) + 1;
  const whole = { start: rangeOf(from, metered.zone).start, end: rangeOf(to, metered.zone).end };
  const before = { start: rangeOf(addMonths(from, -months), metered.zone).start, end: whole.start };
  return period(whole, before, metered, now);
}

function ofDays(from: Day, to: Day, metered: MeteredSpan, now: Instant): PurchasePeriod {
  const { zone } = metered;
  const whole = { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
  const days = daysIn(whole, zone).length;
  return period(whole, { start: startOfDay(addDays(from, -days), zone), end: whole.start }, metered, now);
}

function period(whole: Range, before: Range, metered: MeteredSpan, now: Instant): PurchasePeriod {
  const nextHour = plusHours(floorToHour(now), 1);
  const isRunning = whole.start < nextHour && nextHour < whole.end;
  const elapsed = isRunning ? { start: whole.start, end: nextHour } : whole;
  const openFrom = meteredUntil(metered, now);
  const previous = before.start < midnightBefore(metered.since, metered.zone) ? undefined : before;
  const compared = previous && comparison(whole, previous, openFrom);
  return { range: elapsed, elapsed, whole, previous, compared, openFrom };
}

/** Whole days alone: what is metered by the day comes at its end. A range that is over is compared with all of the one before. */
function comparison(whole: Range, before: Range, openFrom: Instant): Comparison | undefined {
  if (openFrom >= whole.end) return { now: whole, before };
  const length = Math.min(openFrom - whole.start, before.end - before.start);
  if (length <= 0) return undefined;
  const first = ({ start }: Range): Range => ({ start, end: instantOfEpochMs(start + length) });
  return { now: first(whole), before: first(before) };
}

/** Up to which midnight no day grows any more: usage has come for later ones, or their month has been signed. */
function meteredUntil({ zone, through }: MeteredSpan, now: Instant): Instant {
  const month = billingMonthOf(now, zone);
  const isSigned = signAt(addMonths(month, -1), zone) <= now;
  const open = rangeOf(isSigned ? month : addMonths(month, -1), zone).start;
  return through === undefined ? open : instantOfEpochMs(Math.max(open, midnightBefore(through, zone)));
}

const midnightBefore = (at: Instant, zone: BillingZone) => startOfDay(dayOf(at, zone), zone);
