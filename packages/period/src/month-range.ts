import { addMonths, type BillingMonth, parseBillingMonth } from './billing-month.ts';

/** The range as the URL keeps it: a relative word stays valid tomorrow; only a custom range names its months. */
export const relativeRanges = ['this-month', 'last-month', 'last-3-months', 'last-6-months', 'last-12-months'] as const;
export type RelativeRange = (typeof relativeRanges)[number];

/** Whole months, both included. */
interface MonthRange {
  from: BillingMonth;
  to: BillingMonth;
}

/** Returns the months of a token when the current billing month is `current`. An invalid token means this month. */
export function resolveRange(token: string, current: BillingMonth): MonthRange {
  switch (token) {
    case 'this-month':
      return { from: current, to: current };
    case 'last-month':
      return { from: addMonths(current, -1), to: addMonths(current, -1) };
    case 'last-3-months':
      return { from: addMonths(current, -2), to: current };
    case 'last-6-months':
      return { from: addMonths(current, -5), to: current };
    case 'last-12-months':
      return { from: addMonths(current, -11), to: current };
    default:
      return customRange(token) ?? { from: current, to: current };
  }
}

export function isRelativeRange(token: string): token is RelativeRange {
  return (relativeRanges as readonly string[]).includes(token);
}

function customRange(token: string): MonthRange | undefined {
  const [from, to] = token.split('..');
  if (from === undefined || to === undefined || !month.test(from) || !month.test(to) || from > to) return undefined;
  return { from: parseBillingMonth(from), to: parseBillingMonth(to) };
}

const month = /^\d{4}-(0[1-9]|1[0-2])$/;
