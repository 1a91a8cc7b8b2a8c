import { compare, type Exact, subtract } from '@usance/money/decimal';
import { type Instant, plusDays24h, plusHours } from '@usance/period/instant';
import type { AccountTerms } from './account-terms.ts';
import { type AccountState, type Episode, periodAt, resumed, stateIn } from './episode.ts';
import { latest } from './latest.ts';
import { isBelowZero, owedBeside, type Standing } from './standing.ts';

/** The stored part of an account period, which the ledger cannot tell. */
export interface Kept {
  /** The last derivation. */
  readonly lookedAt: Instant | undefined;
  /** The instant since which the undisputed debt is beyond the credit limit. */
  readonly beyondSince: Instant | undefined;
  /** The time, past or future, from which the last derivation found a statement late: overdue and not covered. */
  readonly lateFrom: Instant | undefined;
  /** The open episode. */
  readonly episode: Episode | undefined;
  /** The last reopening by an operator; no breach is older. */
  readonly reopenedAt: Instant | undefined;
}

export interface Period {
  readonly kept: Omit<Kept, 'reopenedAt'>;
  /** The instant at which the open episode was cured. */
  readonly curedAt: Instant | undefined;
  readonly state: AccountState;
  /** The next instant at which time alone changes the result. */
  readonly changesAt: Instant | undefined;
}

interface Given {
  /** The standing at `now`, as far as due days matter. */
  readonly standing: Standing;
  readonly kept: Kept;
  readonly terms: AccountTerms;
  /** Not before the stored instants; `lookAsOf` ensures that. */
  readonly now: Instant;
}

/** Without a credit limit, a breach needs a day below zero. */
const warningHours = 24;

/**
 * Derives the account period and the values to store. A late check gives the result of a timely one: breaches, cures
 * and stops begin at their causes, provided each movement was checked.
 */
export function accountPeriodOf(given: Given): Period {
  const period = underItsTerms(given);
  const { terms, standing } = given;
  return { ...period, changesAt: earliest(period.changesAt, earliest(terms.changesAt, standing.nextEnd)) };
}

function underItsTerms(given: Given): Period {
  const { standing, kept, terms, now } = given;
  const movedAt = latestMove(given);
  const limit = terms.creditLimit ?? '0';
  const isBeyond = compare(owedBeside(standing, standing.disputes), limit) > 0;
  const isLate = standing.overdueFrom !== undefined && standing.overdueFrom <= now;
  const beyondSince = isBeyond ? (kept.beyondSince ?? cameBeyond(given, limit)) : undefined;
  const breach = firstBreach(given, beyondSince);
  const calm = isBelowZero(standing) || isLate ? overdraftUntil(breach?.t0, now) : { summary: 'normal' as const };
  const seen = { lookedAt: now, beyondSince, lateFrom: lateSince(given) };

  if (kept.episode === undefined) {
    if (breach === undefined || breach.t0 > now) {
      const changesAt = isLate ? breach?.t0 : earliest(standing.overdueFrom, breach?.t0);
      return { kept: { ...seen, episode: undefined }, curedAt: undefined, state: calm, changesAt };
    }
    return within(given, { ...breach, stoppedAt: undefined, stoppedMs: 0, resumedAt: undefined }, seen, calm);
  }
  const { episode } = kept;
  // Destruction is final: no payment or dispute after it counts.
  if (periodAt(episode, terms, movedAt) === 'destructionPeriod') return within(given, episode, seen, calm);
  if (!isLate && isCured(episode, standing, limit))
    return { kept: { ...seen, episode: undefined }, curedAt: movedAt, state: calm, changesAt: standing.overdueFrom };
  const pressedSince = earliest(beyondSince, isLate ? standing.overdueFrom : undefined);
  return within(given, stoppedOrNot(episode, { pressedSince, movedAt, now }), seen, calm);
}

/**
 * True if an episode is cured, given that nothing is overdue. Amounts disputed before it began are no part of it.
 * Amounts disputed since, or hidden by a dispute that has ended, are unpaid and keep it open: overdue ones whatever
 * the balance, others while beyond the limit.
 */
function isCured(episode: Episode, { hiddenAt, ...standing }: Standing, limit: Exact): boolean {
  const before = standing.disputes.filter((dispute) => dispute.since < episode.t0);
  const hidden = [hiddenAt, ...standing.disputes.map((dispute) => dispute.hiddenAt)];
  if (hidden.some((at) => at !== undefined && at >= episode.t0)) return false;
  return compare(owedBeside(standing, before), limit) <= 0;
}

/** Stops an episode while only disputed amounts keep it open, since nothing else is late; resumes it otherwise. */
function stoppedOrNot(
  episode: Episode,
  { pressedSince, movedAt, now }: { pressedSince: Instant | undefined; movedAt: Instant; now: Instant },
): Episode {
  if (pressedSince === undefined) return { ...episode, stoppedAt: episode.stoppedAt ?? movedAt };
  if (episode.stoppedAt === undefined) return episode;
  // The reason to resume may be older than the dispute that hid it for a while.
  return resumed(episode, earlier(now, latest(pressedSince, movedAt)));
}

function overdraftUntil(breachAt: Instant | undefined, now: Instant): AccountState {
  return { summary: 'overdraft', ...(breachAt !== undefined && breachAt > now && { overdraftEnd: breachAt }) };
}

function within(
  { standing, terms, now }: Given,
  episode: Episode,
  seen: Pick<Kept, 'lookedAt' | 'beyondSince' | 'lateFrom'>,
  calm: AccountState,
): Period {
  const { state, changesAt } = stateIn(episode, terms, now);
  return {
    kept: { ...seen, episode },
    curedAt: undefined,
    // The episode was opened by a clock that ran ahead and was set back.
    state: now < episode.t0 ? calm : state,
    changesAt: episode.stoppedAt === undefined ? changesAt : standing.overdueFrom,
  };
}

/** Returns the first breach, past or future: an overdue statement beyond its grace, or a debt beyond the limit. */
function firstBreach(given: Given, beyondSince: Instant | undefined): Pick<Episode, 'cause' | 't0'> | undefined {
  const { kept, terms } = given;
  const { creditLimit, dayCounts, limitSince, daysSince } = terms;
  const breaches: Pick<Episode, 'cause' | 't0'>[] = [];
  const lateFrom = lateSince(given);
  if (lateFrom !== undefined) {
    const outlasted = plusDays24h(lateFrom, dayCounts.grace);
    breaches.push({ cause: 'overdue', t0: latest(latest(outlasted, daysSince), kept.reopenedAt) });
  }
  if (beyondSince !== undefined) {
    const since = latest(beyondSince, kept.reopenedAt);
    if (creditLimit === undefined) breaches.push({ cause: 'belowZero', t0: plusHours(since, warningHours) });
    else breaches.push({ cause: 'creditLimit', t0: latest(since, limitSince) });
  }
  return breaches.toSorted((a, b) => a.t0 - b.t0)[0];
}

/**
 * Returns the time from which a statement is late, past or future. While cash or credit covers it, it is not, however
 * long it has been overdue; if it loses its cover, it is late from that movement on.
 */
function lateSince(given: Given): Instant | undefined {
  const { overdueFrom } = given.standing;
  const { lookedAt, lateFrom } = given.kept;
  if (overdueFrom === undefined || lookedAt === undefined) return overdueFrom;
  if (lateFrom !== undefined && lateFrom <= overdueFrom) return overdueFrom;
  // One of them was late before this look already.
  if (lateFrom !== undefined && lateFrom <= lookedAt) return lateFrom;
  return earliest(lateFrom, latest(overdueFrom, latestMove(given)));
}

/** Returns when the debt went beyond a limit: at the last movement, or at the first end of a voucher that caused it. */
function cameBeyond(given: Given, limit: Exact): Instant {
  const movedAt = latestMove(given);
  const { standing } = given;
  let owed = owedBeside(standing, standing.disputes);
  for (const { at, amount } of standing.ended?.toReversed() ?? []) {
    owed = subtract(owed, amount);
    if (compare(owed, limit) <= 0) return latest(at, movedAt);
  }
  return movedAt;
}

/** Returns the instant of the last change, at least the last check and at most now. */
function latestMove({ standing, kept, now }: Given): Instant {
  const moved = standing.movedAt ?? kept.lookedAt ?? now;
  return earlier(now, latest(moved, kept.lookedAt));
}

function earlier(one: Instant, other: Instant): Instant {
  return one < other ? one : other;
}

function earliest(one: Instant | undefined, other: Instant | undefined): Instant | undefined {
  return one === undefined || other === undefined ? (one ?? other) : earlier(one, other);
}
