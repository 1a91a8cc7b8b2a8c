import { type Decimal, fromUnits, powerOfTen, rescale } from './decimal.ts';

/**
 * To exactly `scale` places; a half goes away from zero. The rule for amounts: it is the one invoices and tax rules name,
 * and a credit rounds to the mirror image of its charge, so that the two cancel.
 */
export function roundHalfUp(decimal: Decimal, scale: number): Decimal {
  if (scale >= decimal.scale) return rescale(decimal, scale);
  const divisor = powerOfTen(decimal.scale - scale);
  const half = divisor / 2n;
  const nudge = decimal.units < 0n ? -half : half;
  return fromUnits((decimal.units + nudge) / divisor, scale);
}

/** To exactly `scale` places, toward zero: what may be passed on without ever passing on more than there is. */
export function roundDown(decimal: Decimal, scale: number): Decimal {
  if (scale >= decimal.scale) return rescale(decimal, scale);
  return fromUnits(decimal.units / powerOfTen(decimal.scale - scale), scale);
}
