import { costOn, dailyPatternOf, patternDays } from './daily-pattern.ts';
import { boundOf, mean } from './statistics.ts';

/** A forecast needs a week, and the margin the error of one such forecast over three days. */
const leastDays = 7;
const leastStretch = 3;
export const leastHistoryDays = leastDays + leastStretch;

const scaleDays = 28;
const chance = 0.8;
/** Errors of one length, enough to take their quantile. With fewer, those of shorter stretches count, too. */
const enoughErrors = 30;

/**
 * Returns how far off the cost of the next 1, 2, … `length` days may be, so that four of five forecasts are within it.
 * These are the errors of the same method in the history: it forecasts from each past day, and is compared with what
 * came.
 */
export function marginsOf(days: readonly number[], length: number): number[] {
  const errors = pastErrors(days, length);
  const scale = scaleOf(days);
  return errors.map((own, index) => {
    const stretch = index + 1;
    const shorter = errors.slice(Math.min(leastStretch, stretch) - 1, stretch);
    return boundOf(own.length >= enoughErrors ? own : shorter.flat(), chance) * scale * stretch;
  });
}

/** Returns the errors of past forecasts over 1, 2, … `length` days, each by day and by the scale at that time. */
function pastErrors(days: readonly number[], length: number): number[][] {
  const errors: number[][] = Array.from({ length }, () => []);
  // A long history is tried with forecasts that knew as many weeks as today's.
  const first = days.length < 2 * patternDays ? leastDays : patternDays;
  for (let from = first; from < days.length; from += 1) {
    const before = days.slice(Math.max(0, from - patternDays), from);
    const scale = scaleOf(before);
    if (scale === 0) continue;
    const pattern = dailyPatternOf(before);
    let error = 0;
    days.slice(from, from + length).forEach((cost, ahead) => {
      error += cost - costOn(pattern, ahead);
      errors[ahead]?.push(Math.abs(error) / scale / (ahead + 1));
    });
  }
  return errors;
}

/** The size of a usual day, by which errors of different times are compared. */
const scaleOf = (days: readonly number[]): number => mean(days.slice(-scaleDays).map(Math.abs));
