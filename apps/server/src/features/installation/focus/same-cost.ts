import { compare, type Exact, isNegative, negate, subtract } from '@usance/money/decimal';

const tolerance = '0.00000001';

/** Whether two costs agree: exports print them to 8 places and more. */
export function isSameCost(one: Exact, other: Exact): boolean {
  return compare(magnitudeOf(subtract(one, other)), tolerance) <= 0;
}

export function magnitudeOf<T extends Exact>(value: T) {
  return isNegative(value) ? negate(value) : value;
}
