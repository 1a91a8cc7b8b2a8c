import { formatDecimal, fromUnits, parseDecimal, powerOfTen, rescale } from '@usance/money/decimal';

/**
 * Returns a share of a total like "12.4%", computed exactly and rounded half-up; a dash if the total is not positive.
 */
export function shareOf(part: string, total: string): string {
  const [left, right] = [parseDecimal(part), parseDecimal(total)];
  const scale = Math.max(left.scale, right.scale);
  const [numerator, denominator] = [rescale(left, scale).units, rescale(right, scale).units];
  if (denominator <= 0n) return '–';
  const tenths = (numerator * powerOfTen(3) * 2n + denominator) / (denominator * 2n);
  return `${formatDecimal(fromUnits(tenths, 1))}%`;
}
