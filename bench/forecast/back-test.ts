import { add, compare, type Exact, formatDecimal, subtract, sum } from '@usance/money/decimal';
import { type BillingMonth, daysOf, parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { plusDays24h } from '@usance/period/instant';
import { forecastDays } from '../../apps/server/src/features/billing/purchase/forecast/forecast.ts';
import { firstUseIn, runRate } from '../../apps/server/src/features/billing/purchase/forecast/run-rate.ts';

/** The amounts of a series by day, without gaps, oldest first. */
export interface Series {
  readonly amounts: ReadonlyMap<string, Exact>;
}

/** A forecast and what came, both as shares of the month's amount. */
interface Case {
  readonly error: number;
  readonly paceError: number;
  readonly isInBand: boolean;
  readonly width: number;
}

// Earlier the pace says nothing, and later nothing is left to forecast.
const firstAsked = 5;
const lastLeft = 2;

/** Forecasts each whole month of a series from each of its days, by what was known then. */
export function* backTest({ amounts }: Series): Generator<Case> {
  const days = [...amounts.keys()];
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].map(parseBillingMonth);
  for (const month of months) {
    const ofMonth = daysOf(month);
    if (!ofMonth.every((day) => amounts.has(day))) continue;
    const before = days.filter((day) => day < month).map((day) => amounts.get(day) ?? '0');
    const own = ofMonth.map((day) => amounts.get(day) ?? '0');
    for (let known = firstAsked; known <= own.length - lastLeft; known += 1) {
      const found = caseAfter(before, { month, own }, known);
      if (found) yield found;
    }
  }
}

interface Month {
  readonly month: BillingMonth;
  readonly own: readonly Exact[];
}

function caseAfter(before: readonly Exact[], { month, own }: Month, known: number): Case | undefined {
  const soFar = own.slice(0, known);
  const open = own.slice(known).map(() => '0');
  const atEnd = forecastDays({ whole: [...before, ...soFar], open })?.at(-1);
  const [actual, used] = [sum(own), sum(soFar)];
  if (atEnd === undefined || compare(actual, '0') <= 0) return undefined;
  const [expected, low, high] = [atEnd.expected, atEnd.low, atEnd.high].map((rest) => add(used, rest));
  if (!expected || !low || !high) return undefined;
  const off = (amount: Exact) => Math.abs(shareOf(subtract(amount, actual), actual));
  return {
    error: off(expected),
    paceError: off(paceOf(month, soFar) ?? used),
    isInBand: compare(low, actual) <= 0 && compare(actual, high) <= 0,
    width: shareOf(subtract(high, low), actual),
  };
}

function paceOf(month: BillingMonth, soFar: readonly Exact[]): Exact | undefined {
  const { start, end } = rangeOf(month, 'UTC');
  const from = firstUseIn(soFar, { monthBegins: start, contractBegins: start });
  return runRate(sum(soFar), { from, through: plusDays24h(start, soFar.length), end });
}

const shareOf = (part: Exact, whole: Exact) => Number(formatDecimal(part)) / Number(formatDecimal(whole));
