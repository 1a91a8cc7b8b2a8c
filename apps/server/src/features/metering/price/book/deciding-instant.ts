import { ceilToHour, floorToHour, type Instant } from '@usance/period/instant';

/**
 * Returns the instant whose prices hold for the whole hour of `at`: the start of the hour, or the contract's beginning
 * if it lies within the hour.
 */
export function decidingInstant(at: Instant, begins: Instant | undefined): Instant {
  const hour = floorToHour(at);
  return begins !== undefined && floorToHour(begins) === hour ? begins : hour;
}

/** Returns the first hour whose deciding instant is at or after `from`. */
export function firstHourDecided(from: Instant, begins: Instant | undefined): Instant {
  const hour = floorToHour(from);
  return from <= decidingInstant(hour, begins) ? hour : ceilToHour(from);
}
