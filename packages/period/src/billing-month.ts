import { addDays, type Day, dayOf, parseDay, startOfDay } from './day.ts';
import { daysInMonth, lastYear } from './gregorian.ts';
import type { Instant } from './instant.ts';
import { type Range, range } from './range.ts';
import type { BillingZone } from './zone.ts';

declare const billingMonth: unique symbol;

/** A calendar month, 'YYYY-MM', in the contract's billing zone. Sorts as text. */
export type BillingMonth = string & { readonly [billingMonth]: true };

/** Parses 'YYYY-MM'. Throws RangeError for any other form. */
export function parseBillingMonth(text: string): BillingMonth {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new RangeError(`${JSON.stringify(text.slice(0, 40))} is not a month`);
  return brand(text);
}

/** The month in which an instant is billed. */
export function billingMonthOf(at: Instant, zone: BillingZone): BillingMonth {
  return brand(dayOf(at, zone).slice(0, 7));
}

/** From the first midnight of the month to that of the next, in the zone. */
export function rangeOf(month: BillingMonth, zone: BillingZone): Range {
  return range(startOfDay(firstDayOf(month), zone), startOfDay(addDays(lastDayOf(month), 1), zone));
}

export function firstDayOf(month: BillingMonth): Day {
  return parseDay(`${month}-01`);
}

export function lastDayOf(month: BillingMonth): Day {
  return addDays(firstDayOf(month), lengthOf(month) - 1);
}

/** Every day of the month, in order. */
export function daysOf(month: BillingMonth): Day[] {
  const first = firstDayOf(month);
  return Array.from({ length: lengthOf(month) }, (_, index) => addDays(first, index));
}

/** Throws RangeError outside of the years 0 to 9999. */
export function addMonths(month: BillingMonth, months: number): BillingMonth {
  const index = indexOf(month) + months;
  const year = Math.floor(index / 12);
  if (!Number.isInteger(index) || year < 0 || year > lastYear)
    throw new RangeError('Not a whole month of the years 0 to 9999');
  return brand(`${String(year).padStart(4, '0')}-${String(index - year * 12 + 1).padStart(2, '0')}`);
}

/** Returns the number of months from `from` to `to`; negative if `to` is earlier. */
export function monthsBetween(from: BillingMonth, to: BillingMonth): number {
  return indexOf(to) - indexOf(from);
}

/** Sorts earlier months first. */
export function compareMonths(left: BillingMonth, right: BillingMonth): number {
  return monthsBetween(right, left);
}

function indexOf(month: BillingMonth): number {
  return yearOf(month) * 12 + monthOfYear(month) - 1;
}

function lengthOf(month: BillingMonth): number {
  return daysInMonth(yearOf(month), monthOfYear(month));
}

function yearOf(month: BillingMonth): number {
  return Number(month.slice(0, 4));
}

function monthOfYear(month: BillingMonth): number {
  return Number(month.slice(5));
}

// The only cast: the brand exists for the compiler alone and keeps unchecked texts out.
function brand(text: string): BillingMonth {
  return text as BillingMonth;
}
