import {
  compare,
  decimalOf,
  type Exact,
  formatDecimal,
  fromUnits,
  isNegative,
  isZero,
  multiply,
  negate,
  powerOfTen,
  rescale,
  subtract,
} from './decimal.ts';

/**
 * Returns how many percent of `whole` a part is, with one place, such as "-12.4". Calculated exactly and rounded half
 * up, away from zero. Undefined if the whole is 0.
 */
export function percentOf(part: Exact, whole: Exact): string | undefined {
  if (isZero(whole)) return undefined;
  const [above, below] = isNegative(whole) ? [negate(part), negate(whole)] : [decimalOf(part), decimalOf(whole)];
  const scale = Math.max(above.scale, below.scale);
  const [numerator, denominator] = [rescale(above, scale).units * powerOfTen(3), rescale(below, scale).units];
  const nudge = numerator < 0n ? -denominator : denominator;
  return formatDecimal(fromUnits((numerator * 2n + nudge) / (denominator * 2n), 1));
}

/** Returns the change from `before` in percent of its size: below 0 if the amount fell. Undefined if it was 0. */
export function changePercentOf(amount: Exact, before: Exact): string | undefined {
  return percentOf(subtract(amount, before), isNegative(before) ? negate(before) : before);
}

/** True if an amount has reached a share of another, in percent, which no rounding decides. */
export const reachesShare = (amount: Exact, whole: Exact, percent: number): boolean =>
  compare(multiply(amount, '100'), multiply(whole, String(percent))) >= 0;
