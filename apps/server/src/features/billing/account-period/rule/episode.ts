import type { AccountEpisode } from '@usance/api/account-period';
import type { AccountPeriod } from '@usance/api/available-balance';
import { type Instant, instantOfEpochMs, plusDays24h } from '@usance/period/instant';
import type { AccountTerms, DayCounts, Former } from './account-terms.ts';
import { latest } from './latest.ts';

/** A breach that is not cured. Its days count from t0, less those for which it stood still. */
export interface Episode {
  readonly cause: AccountEpisode['cause'];
  readonly t0: Instant;
  readonly stoppedAt: Instant | undefined;
  readonly stoppedMs: number;
  /** When its days last counted again: what it stood still before then is in `stoppedMs`. */
  readonly resumedAt: Instant | undefined;
}

export interface AccountState {
  readonly summary: AccountPeriod;
  /** Absent outside an episode; the ends of its periods move while it stands still. */
  readonly episode?: Episode;
  readonly extensionEnd?: Instant;
  readonly suspensionEnd?: Instant;
  readonly backupEnd?: Instant;
}

/** Where an episode stands at an instant, and when time alone brings the next period: never after the last. */
export function stateIn(
  episode: Episode,
  terms: AccountTerms,
  now: Instant,
): { state: AccountState; changesAt: Instant | undefined } {
  const ends = endsOf(episode, terms.dayCounts, now);
  const summary = periodAt(episode, terms, now);
  const isOver = summary === 'destructionPeriod';
  const changesAt = [ends.extensionEnd, ends.suspensionEnd, ends.backupEnd].find((end) => now < end && !isOver);
  return { state: { summary, episode, ...ends }, changesAt };
}

/** The period that an episode has come to. What was destroyed by the days that held then is not brought back by others. */
export function periodAt(
  episode: Episode,
  { dayCounts, formerDays = [] }: Pick<AccountTerms, 'dayCounts' | 'formerDays'>,
  now: Instant,
): AccountPeriod {
  if (formerDays.some((former) => wasDestroyed(episode, former))) return 'destructionPeriod';
  const { extensionEnd, suspensionEnd, backupEnd } = endsOf(episode, dayCounts, now);
  if (now < extensionEnd) return 'extensionPeriod';
  if (now < suspensionEnd) return 'suspensionPeriod';
  return now < backupEnd ? 'backupPeriod' : 'destructionPeriod';
}

/** Whether it came to destruction while other days held: it stands still no more from then on. */
function wasDestroyed(episode: Episode, { dayCounts, until }: Former): boolean {
  return until > episode.t0 && endsOf(episode, dayCounts, until).backupEnd <= until;
}

/** The episode going on from an instant at which its days count again. */
export function resumed(episode: Episode, at: Instant): Episode {
  // What was counted by a clock that ran ahead never becomes less.
  const stoppedMs = Math.max(episode.stoppedMs, stoodStill(episode, at));
  return { ...episode, stoppedAt: undefined, stoppedMs, resumedAt: latest(at, episode.resumedAt) };
}

function endsOf(episode: Episode, dayCounts: DayCounts, now: Instant) {
  const counted = instantOfEpochMs(episode.t0 + stoodStill(episode, now));
  return {
    extensionEnd: plusDays24h(counted, dayCounts.extension),
    suspensionEnd: plusDays24h(counted, dayCounts.suspension),
    backupEnd: plusDays24h(counted, dayCounts.backup),
  };
}

/**
 * For how many milliseconds it has stood still: never for more than have passed, nor twice for one of them, whatever a clock
 * that ran ahead counted.
 */
function stoodStill({ t0, stoppedAt, stoppedMs, resumedAt }: Episode, now: Instant): number {
  const counted = stoppedMs + (stoppedAt === undefined ? 0 : Math.max(0, now - latest(stoppedAt, resumedAt)));
  return Math.min(counted, Math.max(0, now - t0));
}
