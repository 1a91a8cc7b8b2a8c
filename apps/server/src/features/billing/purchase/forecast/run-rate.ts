import { add, type Decimal, type Exact, fromUnits, isZero, rescale } from '@usance/money/decimal';
import { type Instant, instantOfEpochMs, plusDays24h } from '@usance/period/instant';

/** The time in which an amount comes together. */
interface Stretch {
  readonly from: Instant;
  /** The instant up to which usage is known. */
  readonly through: Instant;
  /** The end of the month, or of usage. */
  readonly end: Instant;
}

const places = 12;

/** Returns what an amount comes to if it goes on at its pace so far; undefined before any time has passed. */
export function runRate(amount: Exact, { from, through, end }: Stretch): Decimal | undefined {
  if (through <= from) return undefined;
  const rest = BigInt(Math.max(0, end - through));
  return add(amount, fromUnits((rescale(amount, places).units * rest) / BigInt(through - from), places));
}

/** Returns when usage of a month begins: with the first day that has an amount, and not before the contract. */
export function firstUseIn(
  days: readonly Exact[],
  { monthBegins, contractBegins }: { monthBegins: Instant; contractBegins: Instant },
): Instant {
  const before = days.findIndex((amount) => !isZero(amount));
  return instantOfEpochMs(Math.max(contractBegins, plusDays24h(monthBegins, Math.max(before, 0))));
}
