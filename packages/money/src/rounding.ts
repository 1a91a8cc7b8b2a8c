import { type Decimal, decimalOf, type Exact, fromUnits, powerOfTen, rescale } from './decimal.ts';

/**
 * Rounds to exactly `scale` places, a half away from zero. This is the rule of invoices and tax law, and a credit
 * rounds to the mirror image of its charge, so the two cancel out.
 */
export function roundHalfUp(value: Exact, scale: number): Decimal {
  const decimal = decimalOf(value);
  if (scale >= decimal.scale) return rescale(decimal, scale);
  const divisor = powerOfTen(decimal.scale - scale);
  const half = divisor / 2n;
  const nudge = decimal.units < 0n ? -half : half;
  return fromUnits((decimal.units + nudge) / divisor, scale);
}
