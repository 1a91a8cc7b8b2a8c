import { type Decimal, type Exact, isZero } from '@usance/money/decimal';
import { costOn, dailyPatternOf, patternDays } from '../forecast/daily-pattern.ts';
import { amountOf, multipleOf, typicalOf } from '../forecast/multiples.ts';
import { middleOf } from '../forecast/statistics.ts';

/** A day far from what the days before it lead to expect. */
export interface Anomaly {
  /** Its index among the given days. */
  readonly index: number;
  readonly expected: Decimal;
}

const week = 7;
/** Less history does not tell an unusual day from a usual one. */
const leastDays = 6 * week;
/** A pattern needs two weeks to know weekdays. */
const firstPattern = 2 * week;
/** A day is unusual beyond four standard deviations, estimated by the median error. */
const deviations = 4 * 1.4826;
/** On steady usage, small changes are no news. */
const leastShare = 0.2;

/** The days before a day that decide about it. */
export const judgingDays = patternDays + leastDays;

/** Returns the unusual ones of whole days, oldest first (docs/decisions/0073). The first day with usage begins the series. */
export function anomaliesOf(amounts: readonly Exact[]): Anomaly[] {
  const first = amounts.findIndex((amount) => !isZero(amount));
  if (first === -1) return [];
  const typical = typicalOf(amounts.slice(first));
  const days = amounts.slice(first).map((amount) => multipleOf(amount, typical));
  const judged = days.map((day, index) => judge(day, days.slice(Math.max(0, index - patternDays), index)));
  return judged.flatMap(({ error, expected, level }, index) => {
    if (index < leastDays) return [];
    const usual = judged.slice(Math.max(firstPattern, index - leastDays), index).map((each) => Math.abs(each.error));
    const bound = Math.max(deviations * middleOf(usual), leastShare * level);
    return Math.abs(error) > bound ? [{ index: first + index, expected: amountOf(expected, typical) }] : [];
  });
}

function judge(day: number, before: readonly number[]) {
  const pattern = dailyPatternOf(before);
  const expected = costOn(pattern, 0);
  return { error: day - expected, expected, level: pattern.level };
}
