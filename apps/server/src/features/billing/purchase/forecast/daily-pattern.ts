import { mean, middleOf } from './statistics.ts';

/** The cost of a day as a level, which each weekday multiplies. */
export interface DailyPattern {
  readonly level: number;
  /** The factor of each weekday, from that of the first day after the history. */
  readonly factors: readonly number[];
}

const week = 7;
/** A longer level lags behind growth, and a shorter one follows every whim. */
const levelDays = 10;
const factorWeeks = 8;
/** The longest history that a pattern looks at. */
export const patternDays = factorWeeks * week;

/** Returns the pattern of daily costs, oldest first. Only the last eight weeks count. */
export function dailyPatternOf(days: readonly number[]): DailyPattern {
  const factors = weekdayFactors(days);
  const recent = days.slice(-levelDays);
  const weights = recent.map((_, index) => factorAt(factors, index - recent.length));
  const weight = total(weights);
  if (weight <= 0) return { level: mean(recent), factors: even };
  const roughly = total(recent) / weight;
  const differences = recent.map((cost, index) => cost - roughly * (weights[index] ?? 0));
  // If most days cost nothing, the others are not odd ones.
  const rest = middleOf(recent) === 0 ? differences : withoutOutliers(differences);
  return { level: roughly + total(rest) / weight, factors };
}

/** Returns the cost of a day: 0 is the first after the history, and −1 the last in it. */
export function costOn({ level, factors }: DailyPattern, ahead: number): number {
  return level * factorAt(factors, ahead);
}

const even: readonly number[] = Array.from({ length: week }, () => 1);

/**
 * Medians over weeks, so that one odd day does not repeat. A single week says nothing of weekdays, and each more week is
 * trusted more.
 */
function weekdayFactors(days: readonly number[]): readonly number[] {
  const weeks = Math.min(Math.floor(days.length / week), factorWeeks);
  if (weeks < 2) return even;
  const shares: number[][] = even.map(() => []);
  for (let back = 1; back <= weeks; back += 1) {
    const start = days.length - back * week;
    const costs = days.slice(start, start + week);
    const usual = mean(costs);
    if (usual <= 0) continue;
    for (const [weekday, cost] of costs.entries()) shares[weekday]?.push(cost / usual);
  }
  const factors = shares.map((each) => (each.length === 0 ? 1 : middleOf(each)));
  const all = total(factors);
  // Usage on single days has no pattern of the week.
  if (all < 1) return even;
  return factors.map((factor) => 1 + ((factor * week) / all - 1) * (weeks / factorWeeks));
}

/** Limits values to five standard deviations around their median, estimated by their median deviation. */
function withoutOutliers(values: readonly number[]): readonly number[] {
  const middle = middleOf(values);
  const spread = 5 * 1.4826 * middleOf(values.map((value) => Math.abs(value - middle)));
  return values.map((value) => Math.min(Math.max(value, middle - spread), middle + spread));
}

const factorAt = (factors: readonly number[], ahead: number): number => factors[((ahead % week) + week) % week] ?? 1;
const total = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
