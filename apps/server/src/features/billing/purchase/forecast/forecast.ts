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
  rescale,
  subtract,
  zero,
} from '@usance/money/decimal';
import { dayMs } from '@usance/period/instant';
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
  /** The time that usage goes on from the start of these days, if it has an end; below 0 if it ended before. */
  readonly endsInMs?: number | undefined;
}

type History = Pick<DailyAmounts, 'whole' | 'endsInMs'>;

/** Returns what the open days will come to, as running totals; undefined with too little history. */
export function forecastDays({ whole, open, endsInMs = Infinity }: DailyAmounts): Estimate[] | undefined {
  if (!isForecastable({ whole, endsInMs })) return undefined;
  const history = startedDays(whole);
  const typical = typicalOf(history);
  const costs = costsAhead({ whole, endsInMs });
  const margins = marginsOf(
    history.map((amount) => multipleOf(amount, typical)),
    open.length,
  );
  const usedDays = Math.ceil(endsInMs / dayMs);
  const mayFall = history.some(isNegative) || open.some(isNegative);
  let [expected, used] = [zero, zero];
  const estimates = open.map((soFar, ahead) => {
    expected = add(expected, greatest(soFar, costs.next().value ?? zero));
    used = add(used, soFar);
    const margin = amountOf(margins[Math.min(ahead + 1, usedDays) - 1] ?? 0, typical);
    const low = subtract(expected, margin);
    return { expected, low: mayFall ? low : greatest(low, used), high: add(expected, margin) };
  });
  return inOrder(estimates, mayFall);
}

/** True if there is enough history for a forecast; the end of usage needs none. */
export function isForecastable({ whole, endsInMs = Infinity }: History): boolean {
  return endsInMs <= 0 || startedDays(whole).length >= leastHistoryDays;
}

/** Yields the cost of each coming day without a band. After the end of usage it is 0. */
export function* costsAhead({ whole, endsInMs = Infinity }: History): Generator<Decimal, undefined> {
  const history = startedDays(whole);
  const typical = typicalOf(history);
  const pattern = dailyPatternOf(history.map((amount) => multipleOf(amount, typical)));
  for (let ahead = 0; ; ahead += 1)
    yield costWithin(amountOf(costOn(pattern, ahead), typical), endsInMs - ahead * dayMs);
}

const places = 12;

/** Returns the part of a day's cost that falls in its first milliseconds. */
function costWithin(cost: Decimal, ms: number): Decimal {
  if (ms >= dayMs) return cost;
  return ms <= 0 ? zero : fromUnits((rescale(cost, places).units * BigInt(ms)) / BigInt(dayMs), places);
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
