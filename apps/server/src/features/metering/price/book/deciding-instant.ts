import { ceilToHour, floorToHour, type Instant } from '@usance/period/instant';

/** The instant whose prices hold for the hour of `at`: its start, or a contract's beginning where that lies in the hour. */
export function decidingInstant(at: Instant, begins: Instant | undefined): Instant {
  const hour = floorToHour(at);
  return begins !== undefined && floorToHour(begins) === hour ? begins : hour;
}

/** The first hour that is decided at an instant or after it. */
export function firstHourDecided(from: Instant, begins: Instant | undefined): Instant {
  const hour = floorToHour(from);
  return from <= decidingInstant(hour, begins) ? hour : ceilToHour(from);
}
