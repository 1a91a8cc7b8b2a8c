import { addMonths, type BillingMonth, billingMonthOf, monthsBetween, rangeOf } from '@usance/period/billing-month';
import { addDays, type Day, dayOf, daysIn, parseDay, startOfDay } from '@usance/period/day';
import { floorToHour, type Instant, instantOfEpochMs, plusHours } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
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
  /** The period before: as long a part of it as has elapsed here, and all of it. */
  previous: Range;
  previousWhole: Range;
}

interface Choice {
  time?: number | undefined;
  range: string;
}

/**
 * Resolves what the URL says at a moment: `time` means its whole month, a relative word its months up to the next full
 * hour, days themselves. What cannot be read means this month.
 */
export function purchasePeriodOf(choice: Choice, zone: BillingZone, now: Instant): PurchasePeriod {
  if (choice.time !== undefined) {
    const month = billingMonthOf(instantOfEpochMs(choice.time), zone);
    const period = ofMonths(month, month, zone, now);
    return { ...period, range: period.whole };
  }
  const days = isRelativeRange(choice.range) ? undefined : parseDays(choice.range, dayOf(now, zone));
  if (days !== undefined) return ofDays(days.from, days.to, zone, now);
  const { from, to } = resolveRange(choice.range, billingMonthOf(now, zone));
  return monthsBetween(from, to) < 12
    ? ofMonths(from, to, zone, now)
    : purchasePeriodOf({ range: 'this-month' }, zone, now);
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

function ofMonths(from: BillingMonth, to: BillingMonth, zone: BillingZone, now: Instant): PurchasePeriod {
  const months = monthsBetween(from, to) + 1;
  const whole = { start: rangeOf(from, zone).start, end: rangeOf(to, zone).end };
  return compared(whole, { start: rangeOf(addMonths(from, -months), zone).start, end: whole.start }, now);
}

function ofDays(from: Day, to: Day, zone: BillingZone, now: Instant): PurchasePeriod {
  const whole = { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
  const days = daysIn(whole, zone).length;
  return compared(whole, { start: startOfDay(addDays(from, -days), zone), end: whole.start }, now);
}

function compared(whole: Range, previousWhole: Range, now: Instant): PurchasePeriod {
  const nextHour = plusHours(floorToHour(now), 1);
  const isRunning = whole.start < nextHour && nextHour < whole.end;
  if (!isRunning) return { range: whole, elapsed: whole, whole, previous: previousWhole, previousWhole };
  const elapsed = { start: whole.start, end: nextHour };
  const sameStretch = previousWhole.start + (elapsed.end - elapsed.start);
  const previous = {
    start: previousWhole.start,
    end: instantOfEpochMs(Math.min(sameStretch, previousWhole.end)),
  };
  return { range: elapsed, elapsed, whole, previous, previousWhole };
}
