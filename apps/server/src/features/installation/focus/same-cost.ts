import { compare, type Exact, isNegative, negate, subtract } from '@usance/money/decimal';

const tolerance = '0.00000001';

/** True if two costs agree to 8 places, the fewest that exports print. */
export function isSameCost(one: Exact, other: Exact): boolean {
  return compare(magnitudeOf(subtract(one, other)), tolerance) <= 0;
}

export function magnitudeOf<T extends Exact>(value: T) {
  return isNegative(value) ? negate(value) : value;
}
