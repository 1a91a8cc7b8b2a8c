import {
  add,
  compare,
  type Decimal,
  decimalOf,
  type Exact,
  fromUnits,
  isNegative,
  isZero,
  least,
  multiply,
  negate,
  powerOfTen,
  rescale,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { costOn, dailyPatternOf } from './daily-pattern.ts';
import { leastHistoryDays, marginsOf } from './margins.ts';

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

/**
 * The mathematics knows no money: it gets days as multiples of a typical one, and returns multiples. Amounts stay
 * decimals.
 */
function typicalOf(history: readonly Exact[]): Decimal {
  const sizes = history.map((amount) => (isNegative(amount) ? negate(amount) : amount));
  return history.length === 0 ? zero : dividedBy(sum(sizes), BigInt(history.length));
}

const places = 12;
const ratioPlaces = 9;

function dividedBy(value: Exact, divisor: bigint): Decimal {
  return fromUnits(rescale(value, places).units / divisor, places);
}

function multipleOf(amount: Exact, typical: Decimal): number {
  if (isZero(typical)) return 0;
  const ratio = (rescale(amount, places).units * powerOfTen(places)) / rescale(typical, places).units;
  return Number(ratio) / 10 ** places;
}

function amountOf(multiple: number, typical: Decimal): Decimal {
  const ratio = fromUnits(BigInt(Math.round(multiple * 10 ** ratioPlaces)), ratioPlaces);
  return roundHalfUp(multiply(ratio, typical), places);
}

const greatest = (one: Exact, other: Exact): Decimal => decimalOf(compare(one, other) < 0 ? other : one);
