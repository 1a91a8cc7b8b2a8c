import { compare, type Decimal, fromUnits, isNegative, negate, powerOfTen, rescale, subtract, sum } from './decimal.ts';

/**
 * Rounds exact parts to `scale` places so that they add up to `total`, each within one unit. The `total` must be the
 * exact sum of the parts, rounded up or down to `scale`, so a result of this function can be a total again. Throws
 * RangeError for any other total.
 */
export function roundToTotal(parts: readonly Decimal[], total: Decimal, scale: number): Decimal[] {
  const exactTotal = sum(parts);
  // Mirrored, so that a credit is split like the charge that it reverses.
  if (isNegative(exactTotal)) return roundToTotal(parts.map(negate), negate(total), scale).map(negate);

  const shownTotal = rescale(total, scale);
  if (!isCloserThanOneUnit(shownTotal, exactTotal))
    throw new RangeError('The total is not the rounded sum of its parts');
  const partUnits = unitsAtCommonScale(parts, scale);
  const unit = powerOfTen(commonScale(parts, scale) - scale);
  return apportion(partUnits, unit, shownTotal.units).map((units) => fromUnits(units, scale));
}

/**
 * Rounds shares[i] ÷ divisor to whole numbers that add up to `whole`: all down first, then those with the largest
 * remainders up.
 */
function apportion(shares: readonly bigint[], divisor: bigint, whole: bigint): bigint[] {
  const floors = shares.map((share) => floorDivide(share, divisor));
  const remainders = shares.map((share, index) => ({ index, left: share - floorDivide(share, divisor) * divisor }));
  const spare = whole - floors.reduce((all, floor) => all + floor, 0n);
  // The sort is stable, so a tie goes to the earlier index.
  const ranked = remainders.toSorted((a, b) => (a.left === b.left ? 0 : a.left > b.left ? -1 : 1));
  const raised = new Set(ranked.slice(0, Number(spare)).map(({ index }) => index));
  return floors.map((floor, index) => (raised.has(index) ? floor + 1n : floor));
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

function isCloserThanOneUnit(shown: Decimal, exact: Decimal): boolean {
  const gap = subtract(shown, exact);
  return compare(isNegative(gap) ? negate(gap) : gap, fromUnits(1n, shown.scale)) < 0;
}

function unitsAtCommonScale(decimals: readonly Decimal[], atLeast: number): bigint[] {
  const scale = commonScale(decimals, atLeast);
  return decimals.map((decimal) => rescale(decimal, scale).units);
}

function commonScale(decimals: readonly Decimal[], atLeast: number): number {
  return decimals.reduce((scale, decimal) => Math.max(scale, decimal.scale), atLeast);
}
