import type { Instant } from '@usance/period/instant';

/** Returns the later of two instants, or the only one. */
export function latest(one: Instant, other: Instant | undefined): Instant {
  return other !== undefined && other > one ? other : one;
}
