import {
  type Decimal,
  type Exact,
  fromUnits,
  isNegative,
  isZero,
  multiply,
  negate,
  powerOfTen,
  rescale,
  sum,
  zero,
} from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';

/**
 * The mathematics knows no money: it gets days as multiples of a typical one, and returns multiples. Amounts stay
 * decimals.
 */
export function typicalOf(history: readonly Exact[]): Decimal {
  const sizes = history.map((amount) => (isNegative(amount) ? negate(amount) : amount));
  return history.length === 0 ? zero : dividedBy(sum(sizes), BigInt(history.length));
}

const places = 12;
const ratioPlaces = 9;

function dividedBy(value: Exact, divisor: bigint): Decimal {
  return fromUnits(rescale(value, places).units / divisor, places);
}

export function multipleOf(amount: Exact, typical: Decimal): number {
  if (isZero(typical)) return 0;
  const ratio = (rescale(amount, places).units * powerOfTen(places)) / rescale(typical, places).units;
  return Number(ratio) / 10 ** places;
}

export function amountOf(multiple: number, typical: Decimal): Decimal {
  const ratio = fromUnits(BigInt(Math.round(multiple * 10 ** ratioPlaces)), ratioPlaces);
  return roundHalfUp(multiply(ratio, typical), places);
}
