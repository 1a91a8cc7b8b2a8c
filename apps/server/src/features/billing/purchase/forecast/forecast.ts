import {
  add,
  compare,
  type Decimal,
  decimalOf,
  type Exact,
  isNegative,
  isZero,
  least,
  subtract,
  zero,
} from '@usance/money/decimal';
import { costOn, dailyPatternOf } from './daily-pattern.ts';
import { leastHistoryDays, marginsOf } from './margins.ts';
import { amountOf, multipleOf, typicalOf } from './multiples.ts';

/** Longer histories tell of other times. */
export const longestHistoryDays = 182;

/** An amount with its band. */
export interface Estimate {
  readonly expected: Decimal;
  readonly low: Decimal;
  readonly high: Decimal;
}

/** Daily amounts of a contract, oldest first. */
export interface DailyAmounts {
  /** Days whose usage is all rated. */
  readonly whole: readonly Exact[];
  /** The amounts so far of the next days. */
  readonly open: readonly Exact[];
}

/** Returns what the open days will come to, as running totals; undefined with too little history. */
export function forecastDays({ whole, open }: DailyAmounts): Estimate[] | undefined {
  const history = startedDays(whole);
  if (!isForecastable(whole)) return undefined;
  const typical = typicalOf(history);
  const days = history.map((amount) => multipleOf(amount, typical));
  const pattern = dailyPatternOf(days);
  const margins = marginsOf(days, open.length);
  const mayFall = history.some(isNegative) || open.some(isNegative);
  let [expected, used] = [zero, zero];
  const estimates = open.map((soFar, ahead) => {
    expected = add(expected, greatest(soFar, amountOf(costOn(pattern, ahead), typical)));
    used = add(used, soFar);
    const margin = amountOf(margins[ahead] ?? 0, typical);
    const low = subtract(expected, margin);
    return { expected, low: mayFall ? low : greatest(low, used), high: add(expected, margin) };
  });
  return inOrder(estimates, mayFall);
}

/** True if there is enough history for a forecast. */
export function isForecastable(whole: readonly Exact[]): boolean {
  return startedDays(whole).length >= leastHistoryDays;
}

/** Yields the cost of each coming day, without an end and without a band. */
export function* costsAhead(whole: readonly Exact[]): Generator<Decimal, undefined> {
  const history = startedDays(whole);
  const typical = typicalOf(history);
  const pattern = dailyPatternOf(history.map((amount) => multipleOf(amount, typical)));
  for (let ahead = 0; ; ahead += 1) yield amountOf(costOn(pattern, ahead), typical);
}

/** Returns the days since the first one with an amount. */
export function startedDays(whole: readonly Exact[]): readonly Exact[] {
  const recent = whole.slice(-longestHistoryDays);
  const first = recent.findIndex((amount) => !isZero(amount));
  return first === -1 ? [] : recent.slice(first);
}

/** Without corrections a running total never falls, and so neither do its bounds. The band only becomes wider. */
function inOrder(estimates: readonly Estimate[], mayFall: boolean): Estimate[] {
  if (mayFall) return [...estimates];
  let [high, low] = [estimates[0]?.high ?? zero, estimates.at(-1)?.low ?? zero];
  const raised = estimates.map((each) => {
    high = greatest(high, each.high);
    return { ...each, high };
  });
  return raised
    .toReversed()
    .map((each) => {
      low = least(low, each.low);
      return { ...each, low };
    })
    .toReversed();
}

const greatest = (one: Exact, other: Exact): Decimal => decimalOf(compare(one, other) < 0 ? other : one);
