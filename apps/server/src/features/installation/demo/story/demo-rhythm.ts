import type { DemoWarehouse } from './demo-datacloud.ts';

/**
 * The load of a demonstration, in whole numbers, so that quantities are exact and every installation gets the same
 * history for the same dates.
 */

/** Returns a pseudorandom number from 0 to 999 that depends only on the seed. */
export function noise(seed: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) % 1_000;
}

/**
 * Share of the day's peak by local hour, in per cent: people come at eight, eat at noon, leave at six; jobs run at two.
 */
const workingDay = [18, 22, 46, 40, 24, 20, 26, 44, 72, 92, 100, 96, 78, 88, 98, 97, 90, 74, 52, 40, 34, 30, 26, 20];
const weekend = [14, 16, 38, 34, 18, 14, 14, 16, 20, 24, 26, 28, 28, 26, 26, 24, 24, 22, 22, 20, 20, 18, 16, 14];

/** Returns how long a warehouse runs in an hour, in per mille of its cores. */
export function runningPerMille(warehouse: DemoWarehouse, hour: Date, growthPerMille: number): number {
  const weekday = hour.getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  const share = (isWeekend ? weekend : workingDay)[hour.getUTCHours()] ?? 0;
  const resting = isWeekend || share < 40;
  const shape = resting ? Math.max(share, Math.trunc((share * warehouse.restPerCent) / 30)) : share;
  const jitter = 900 + Math.trunc(noise(`${warehouse.name} ${hour.toISOString()}`) / 5);
  // Whole days vary too: month-end closings, campaigns, a holiday.
  const mood = 780 + Math.trunc((noise(`${warehouse.name} ${hour.toISOString().slice(0, 10)}`) * 44) / 100);
  const busy = Math.trunc((warehouse.peakPerMille * shape * jitter * mood * growthPerMille) / 100_000_000_000);
  return Math.min(busy, 1_000);
}

/** Returns the size relative to the first month, in per mille, compounded monthly and spread over the days. */
export function growthPerMille(growthPerCent: number, monthsSince: number, dayOfMonth: number): number {
  let grown = 1_000;
  for (let month = 0; month < monthsSince; month += 1) grown = Math.trunc((grown * (100 + growthPerCent)) / 100);
  return grown + Math.trunc((grown * growthPerCent * (dayOfMonth - 1)) / 3_100);
}

/** Returns a number of thousandths as a decimal text. */
export function thousandths(count: number): string {
  const digits = String(Math.trunc(count)).padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
