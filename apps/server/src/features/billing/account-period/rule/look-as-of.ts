import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import type { Kept } from './account-period.ts';

/** What was kept by a clock no further ahead than this, another's may just have shown. */
export const aheadMs = 60_000;

export interface Look {
  readonly kept: Kept;
  /** The instant that is looked at. */
  readonly asOf: Instant;
}

/**
 * How to look at what is kept by a clock that shows `now`, when `shown` is the latest that any trusted clock does. By a clock
 * that is behind nothing becomes older: it looks as of the last look. Only what lies ahead of all trusted clocks was kept by
 * one that ran ahead: it is no later than the look.
 */
export function lookAsOf(kept: Kept, { now, shown }: { now: Instant; shown: Instant }): Look {
  const isAhead = (at: Instant) => at > shown + aheadMs;
  const { lookedAt, beyondSince, reopenedAt, episode } = kept;
  const last = lookedAt !== undefined && isAhead(lookedAt) ? shown : lookedAt;
  const asOf = instantOfEpochMs(Math.max(now, last ?? now));
  const past = (at: Instant | undefined) => (at !== undefined && isAhead(at) ? asOf : at);
  return {
    kept: {
      lookedAt: last,
      beyondSince: past(beyondSince),
      reopenedAt: past(reopenedAt),
      // When it began never changes.
      episode: episode && { ...episode, stoppedAt: past(episode.stoppedAt) },
    },
    asOf,
  };
}
