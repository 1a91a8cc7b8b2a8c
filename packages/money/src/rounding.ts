import { type Decimal, decimalOf, type Exact, fromUnits, powerOfTen, rescale } from './decimal.ts';

/**
 * To exactly `scale` places; a half goes away from zero. The rule for amounts: it is the one invoices and tax rules name,
 * and a credit rounds to the mirror image of its charge, so that the two cancel.
 */
export function roundHalfUp(value: Exact, scale: number): Decimal {
  const decimal = decimalOf(value);
  if (scale >= decimal.scale) return rescale(decimal, scale);
  const divisor = powerOfTen(decimal.scale - scale);
  const half = divisor / 2n;
  const nudge = decimal.units < 0n ? -half : half;
  return fromUnits((decimal.units + nudge) / divisor, scale);
}
