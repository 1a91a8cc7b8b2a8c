import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import type { Kept } from './account-period.ts';

/** What was kept by a clock no further ahead than this, another's may just have shown. */
export const aheadMs = 60_000;

export interface Look {
  readonly kept: Kept;
  /** The instant that is looked at. */
  readonly asOf: Instant;
}

interface Clocks {
  readonly now: Instant;
  /** When the calendar last went round; undefined before it ever did. */
  readonly round: Instant | undefined;
  /** The latest that any trusted clock shows. */
  readonly shown: Instant;
}

/**
 * How to look at what is kept by a clock that shows `now`. By a clock that is behind nothing becomes older, nor begins earlier
 * than it can have: it looks as of the last look, or the last round where that was later. Only what lies ahead of all trusted
 * clocks was kept by one that ran ahead: it is no later than the look.
 */
export function lookAsOf(kept: Kept, { now, round, shown }: Clocks): Look {
  const isAhead = (at: Instant) => at > shown + aheadMs;
  const { lookedAt, beyondSince, reopenedAt, episode } = kept;
  const last = lookedAt !== undefined && isAhead(lookedAt) ? shown : lookedAt;
  const asOf = instantOfEpochMs(Math.max(now, last ?? now, round ?? now));
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
