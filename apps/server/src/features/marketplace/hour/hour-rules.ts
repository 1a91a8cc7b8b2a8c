import { type Exact, formatDecimal, fromUnits, isNegative, rescale, subtract } from '@usance/money/decimal';
import { hourMs } from '@usance/period/instant';

/** The time from the end of an hour to its closing, so that usage a few minutes late is included. */
export const closesAfterMs = 10 * 60_000;
/** The places of rated amounts, and of units at marketplaces that take fractions. */
const amountPlaces = 12;
const partPlaces = 4;
/** The most units that AWS takes in an hour; the rest is carried over. */
const mostUnits = 2_147_483_647n;
/** AWS takes the last hours of a month until 06:00 UTC on the 1st; the last half hour is left as a margin. */
const monthCutoffMs = 5.5 * hourMs;

interface Owed {
  /** The amount of the link's usage through the hour. */
  readonly cumulative: Exact;
  /** The part of it that was reported to the marketplace. */
  readonly pushed: Exact;
  readonly unit: Exact;
  readonly integerOnly: boolean;
}

/** Returns the whole units that an hour reports, at least 0; the remainder is carried over. */
export function quantityOf({ cumulative, pushed, unit, integerOnly }: Owed): string {
  const left = subtract(cumulative, pushed);
  if (isNegative(left)) return '0';
  const scale = integerOnly ? 0 : partPlaces;
  const units = (rescale(left, amountPlaces).units * 10n ** BigInt(scale)) / rescale(unit, amountPlaces).units;
  const most = mostUnits * 10n ** BigInt(scale);
  return formatDecimal(fromUnits(units < most ? units : most, scale));
}

/** Returns the deadline of an hour, by the marketplace's age limit and the close of the month. */
export function deadlineOf(hour: Date, maxAgeHours: number): Date {
  const byAge = hour.getTime() + maxAgeHours * hourMs;
  const nextMonth = Date.UTC(hour.getUTCFullYear(), hour.getUTCMonth() + 1, 1);
  return new Date(Math.min(byAge, nextMonth + monthCutoffMs));
}

/** Returns when to retry a record: after 1, 2, 4 … minutes, up to 30. */
export function nextTryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** Math.min(tries, 5), 30) * 60_000);
}
