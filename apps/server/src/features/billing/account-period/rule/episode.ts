import type { AccountEpisode } from '@usance/api/billing/account-period';
import type { AccountPeriod } from '@usance/api/billing/available-balance';
import { type Instant, instantOfEpochMs, plusDays24h } from '@usance/period/instant';
import type { AccountTerms, DayCounts, Former } from './account-terms.ts';
import { latest } from './latest.ts';

/** An uncured breach. Its days count from t0, without its stops. */
export interface Episode {
  readonly cause: AccountEpisode['cause'];
  readonly t0: Instant;
  readonly stoppedAt: Instant | undefined;
  readonly stoppedMs: number;
  /** The instant since which its days count again; earlier stops are in `stoppedMs`. */
  readonly resumedAt: Instant | undefined;
}

export interface AccountState {
  readonly summary: AccountPeriod;
  /** Undefined outside an episode. During a stop the ends of its periods move. */
  readonly episode?: Episode;
  /** The breach ahead that ends an overdraft; absent within a credit limit with nothing late. */
  readonly overdraftEnd?: Instant;
  readonly extensionEnd?: Instant;
  readonly suspensionEnd?: Instant;
  readonly backupEnd?: Instant;
}

/**
 * Returns the state of an episode at an instant, and when time alone brings the next period; undefined after the
 * last.
 */
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

/** Returns the period of an episode. A destruction by earlier day counts stays. */
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

/** True if it reached destruction under earlier day counts; it no longer stops from then on. */
function wasDestroyed(episode: Episode, { dayCounts, until }: Former): boolean {
  return until > episode.t0 && endsOf(episode, dayCounts, until).backupEnd <= until;
}

/** Returns the episode with its days counting again from an instant. */
export function resumed(episode: Episode, at: Instant): Episode {
  // A stop counted by a clock that ran ahead never shrinks.
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

/** Returns the milliseconds of its stops: at most those that have passed, each once, even if a clock ran ahead. */
function stoodStill({ t0, stoppedAt, stoppedMs, resumedAt }: Episode, now: Instant): number {
  const counted = stoppedMs + (stoppedAt === undefined ? 0 : Math.max(0, now - latest(stoppedAt, resumedAt)));
  return Math.min(counted, Math.max(0, now - t0));
}
