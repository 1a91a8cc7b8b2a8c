import { type Exact, formatDecimal, fromUnits, isNegative, rescale, subtract } from '@usance/money/decimal';
import { hourMs } from '@usance/period/instant';

/** So long after its end an hour is closed: what meters send late by minutes is in it. */
export const closesAfterMs = 10 * 60_000;
/** Rated amounts have 12 places; marketplaces that take parts of units take these. */
const amountPlaces = 12;
const partPlaces = 4;
/** Most units that AWS takes in an hour. What is beyond is carried to the next. */
const mostUnits = 2_147_483_647n;
/** AWS takes the last hours of a month until 06:00 UTC of the next; nothing is sent in the last half hour. */
const monthCutoffMs = 5.5 * hourMs;

interface Owed {
  /** What the usage of the link has come to through the hour. */
  readonly cumulative: Exact;
  /** What the marketplace was told of it. */
  readonly pushed: Exact;
  readonly unit: Exact;
  readonly integerOnly: boolean;
}

/** How many units an hour reports: what was not told yet, in whole units. The rest is carried, and it is never below 0. */
export function quantityOf({ cumulative, pushed, unit, integerOnly }: Owed): string {
  const left = subtract(cumulative, pushed);
  if (isNegative(left)) return '0';
  const scale = integerOnly ? 0 : partPlaces;
  const units = (rescale(left, amountPlaces).units * 10n ** BigInt(scale)) / rescale(unit, amountPlaces).units;
  const most = mostUnits * 10n ** BigInt(scale);
  return formatDecimal(fromUnits(units < most ? units : most, scale));
}

/** Until when an hour can be reported: as old as the marketplace takes it, and with its month. */
export function deadlineOf(hour: Date, maxAgeHours: number): Date {
  const byAge = hour.getTime() + maxAgeHours * hourMs;
  const nextMonth = Date.UTC(hour.getUTCFullYear(), hour.getUTCMonth() + 1, 1);
  return new Date(Math.min(byAge, nextMonth + monthCutoffMs));
}

/** When a record that was not taken is sent again: after 1, 2, 4 … minutes, 30 at most. */
export function nextTryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** Math.min(tries, 5), 30) * 60_000);
}
