import { compare, type Exact, subtract } from '@usance/money/decimal';
import { type Instant, plusDays24h, plusHours } from '@usance/period/instant';
import type { AccountTerms } from './account-terms.ts';
import { type AccountState, type Episode, periodAt, resumed, stateIn } from './episode.ts';
import { latest } from './latest.ts';
import { isBelowZero, owedBeside, type Standing } from './standing.ts';

/** What nobody but us knows, and so is kept. */
export interface Kept {
  /** When this was last derived. */
  readonly lookedAt: Instant | undefined;
  /** Since when what is owed and not in dispute has been beyond the credit limit. */
  readonly beyondSince: Instant | undefined;
  /** The episode that is open. */
  readonly episode: Episode | undefined;
  /** When people last reopened the contract: no breach is older. */
  readonly reopenedAt: Instant | undefined;
}

export interface Period {
  readonly kept: Omit<Kept, 'reopenedAt'>;
  /** When the episode that was open was cured. */
  readonly curedAt: Instant | undefined;
  readonly state: AccountState;
  /** When time alone changes something of this. */
  readonly changesAt: Instant | undefined;
}

interface Given {
  /** As of now, as far as it tells what is due. */
  readonly standing: Standing;
  readonly kept: Kept;
  readonly terms: AccountTerms;
  /** Not before what is kept: `lookAsOf` says when. */
  readonly now: Instant;
}

/** No breach without a credit limit before a day has passed. */
const warningHours = 24;

/**
 * Where a contract's account stands, and what is to be kept of it. Asked late it answers what it would have answered in
 * time: breaches, cures and stops are as old as what brought them about, as long as each movement was looked at.
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
  const calm: AccountState = { summary: isBelowZero(standing) || isLate ? 'overdraft' : 'normal' };
  const seen = { lookedAt: now, beyondSince };

  if (kept.episode === undefined) {
    const breach = firstBreach(given, beyondSince);
    if (breach === undefined || breach.t0 > now) {
      const changesAt = isLate ? breach?.t0 : earliest(standing.overdueFrom, breach?.t0);
      return { kept: { ...seen, episode: undefined }, curedAt: undefined, state: calm, changesAt };
    }
    return within(given, { ...breach, stoppedAt: undefined, stoppedMs: 0, resumedAt: undefined }, seen, calm);
  }
  const { episode } = kept;
  // No way back: whatever is paid or disputed after destruction changes nothing.
  if (periodAt(episode, terms, movedAt) === 'destructionPeriod') return within(given, episode, seen, calm);
  if (!isLate && isCured(episode, standing, limit))
    return { kept: { ...seen, episode: undefined }, curedAt: movedAt, state: calm, changesAt: standing.overdueFrom };
  const pressedSince = earliest(beyondSince, isLate ? standing.overdueFrom : undefined);
  return within(given, stoppedOrNot(episode, { pressedSince, movedAt, now }), seen, calm);
}

/**
 * Whether nothing of an episode is left, when nothing is overdue. What was in dispute before it began was never part of it;
 * what was disputed since still is, as nobody has paid that: what was overdue whatever credit there is, and the rest as long
 * as it is beyond the limit. A dispute that ended has moved what it hid to a later day: nobody has paid that either.
 */
function isCured(episode: Episode, { hiddenAt, ...standing }: Standing, limit: Exact): boolean {
  const before = standing.disputes.filter((dispute) => dispute.since < episode.t0);
  const hidden = [hiddenAt, ...standing.disputes.map((dispute) => dispute.hiddenAt)];
  if (hidden.some((at) => at !== undefined && at >= episode.t0)) return false;
  return compare(owedBeside(standing, before), limit) <= 0;
}

/** An episode stands still while only what is in dispute keeps it open: nobody has paid, and nobody is late. */
function stoppedOrNot(
  episode: Episode,
  { pressedSince, movedAt, now }: { pressedSince: Instant | undefined; movedAt: Instant; now: Instant },
): Episode {
  if (pressedSince === undefined) return { ...episode, stoppedAt: episode.stoppedAt ?? movedAt };
  if (episode.stoppedAt === undefined) return episode;
  // What presses may be older than the dispute that took it away for a while.
  return resumed(episode, earlier(now, latest(pressedSince, movedAt)));
}

function within(
  { standing, terms, now }: Given,
  episode: Episode,
  seen: Pick<Kept, 'lookedAt' | 'beyondSince'>,
  calm: AccountState,
): Period {
  const { state, changesAt } = stateIn(episode, terms, now);
  return {
    kept: { ...seen, episode },
    curedAt: undefined,
    // By a clock that ran ahead and was set back.
    state: now < episode.t0 ? calm : state,
    changesAt: episode.stoppedAt === undefined ? changesAt : standing.overdueFrom,
  };
}

/** The first breach of what stands, past or to come: an overdue statement that outlasts its grace, or too much owed. */
function firstBreach(
  { standing, kept, terms }: Given,
  beyondSince: Instant | undefined,
): Pick<Episode, 'cause' | 't0'> | undefined {
  const { creditLimit, dayCounts, limitSince, daysSince } = terms;
  const breaches: Pick<Episode, 'cause' | 't0'>[] = [];
  if (standing.overdueFrom !== undefined) {
    const outlasted = plusDays24h(standing.overdueFrom, dayCounts.grace);
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
 * When what is owed came to be beyond a limit: by what moved last, or by the end of a voucher without which it would not be,
 * the first of them.
 */
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

/** When what stands came to be: not before it was last looked at, and not after now. */
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
