import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import type { Kept } from './account-period.ts';

/** The tolerance for instants written by another clock. */
export const aheadMs = 60_000;

export interface Look {
  readonly kept: Kept;
  /** The instant as of which to check. */
  readonly asOf: Instant;
}

interface Clocks {
  readonly now: Instant;
  /** The calendar's last round; undefined before the first. */
  readonly round: Instant | undefined;
  /** The latest time of any trusted clock. */
  readonly shown: Instant;
}

/**
 * Returns how to check the stored values at `now`. A clock that is behind checks as of the last check or the last
 * round, whichever is later, so that nothing begins too early. Values ahead of all trusted clocks were written by one
 * that ran ahead, and are capped at that instant.
 */
export function lookAsOf(kept: Kept, { now, round, shown }: Clocks): Look {
  const isAhead = (at: Instant) => at > shown + aheadMs;
  const { lookedAt, beyondSince, lateFrom, reopenedAt, episode } = kept;
  const last = lookedAt !== undefined && isAhead(lookedAt) ? shown : lookedAt;
  const asOf = instantOfEpochMs(Math.max(now, last ?? now, round ?? now));
  const past = (at: Instant | undefined) => (at !== undefined && isAhead(at) ? asOf : at);
  return {
    kept: {
      lookedAt: last,
      beyondSince: past(beyondSince),
      // It follows from due days, and may well be in the future.
      lateFrom,
      reopenedAt: past(reopenedAt),
      // The beginning of an episode never changes.
      episode: episode && { ...episode, stoppedAt: past(episode.stoppedAt) },
    },
    asOf,
  };
}
