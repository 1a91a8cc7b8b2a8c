import type { Exact } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';
import { latest } from './latest.ts';

/**
 * Days after the due day that change nothing, and then days to the end of each period: of each from the breach, so that a
 * longer one makes those after it shorter unless they end later too.
 */
export interface DayCounts {
  readonly grace: number;
  readonly extension: number;
  readonly suspension: number;
  readonly backup: number;
}

/** How much a contract may be below zero, if that was agreed on, and how long it has when it goes beyond. */
export interface AccountTerms {
  readonly creditLimit: Exact | undefined;
  readonly dayCounts: DayCounts;
  /** Since when each holds: what was within the one before breaches it no earlier. Absent where it always held. */
  readonly limitSince?: Instant | undefined;
  readonly daysSince?: Instant | undefined;
  /** When time alone makes either another. */
  readonly changesAt?: Instant | undefined;
  /** The day counts that held before, each until when: what was destroyed by then stays so. */
  readonly formerDays?: readonly Former[];
}

export interface Former {
  readonly dayCounts: DayCounts;
  readonly until: Instant;
}

/** A time for which something was agreed; `to` is exclusive, undefined while nothing ends it. */
interface Held {
  readonly from: Instant;
  readonly to: Instant | undefined;
}

/** All that was agreed with a contract, of each no two at once. */
export interface Agreed {
  readonly creditLimits: readonly (Held & { readonly amount: Exact })[];
  readonly gracePeriods: readonly (Held & { readonly dayCounts: DayCounts })[];
}

/** What holds for every contract with which nothing else was agreed. */
export const usualTerms: AccountTerms = {
  creditLimit: undefined,
  dayCounts: { grace: 0, extension: 15, suspension: 30, backup: 60 },
};

/** What holds for a contract at an instant. What a study used is never asked for, so it is never too much. */
export function termsOf(
  { is_study: isStudy }: { readonly is_study: boolean },
  agreed: Agreed,
  at: Instant,
): AccountTerms {
  if (isStudy) return { ...usualTerms, creditLimit: '9'.repeat(30) };
  const { creditLimits, gracePeriods } = agreed;
  return {
    creditLimit: creditLimits.find((each) => holdsAt(each, at))?.amount,
    dayCounts: gracePeriods.find((each) => holdsAt(each, at))?.dayCounts ?? usualTerms.dayCounts,
    limitSince: lastChange(creditLimits, at),
    daysSince: lastChange(gracePeriods, at),
    changesAt: changesBetween(agreed, at, undefined)[0],
    formerDays: formerDays(gracePeriods, at),
  };
}

/** The instants after one, up to another, at which something else begins to hold: in order, each once. */
export function changesBetween(
  { creditLimits, gracePeriods }: Agreed,
  after: Instant,
  upTo: Instant | undefined,
): Instant[] {
  const changes = [...creditLimits, ...gracePeriods]
    .flatMap(edges)
    .filter((at) => at > after && (upTo === undefined || at <= upTo));
  return [...new Set(changes)].sort((a, b) => a - b);
}

function holdsAt({ from, to }: Held, at: Instant): boolean {
  return from <= at && (to === undefined || at < to);
}

function edges({ from, to }: Held): Instant[] {
  return to === undefined ? [from] : [from, to];
}

function lastChange(versions: readonly Held[], at: Instant): Instant | undefined {
  return versions
    .flatMap(edges)
    .filter((edge) => edge <= at)
    .reduce<Instant | undefined>((last, edge) => latest(edge, last), undefined);
}

/** Of all that held before, the usual days between them too. */
function formerDays(versions: readonly Agreed['gracePeriods'][number][], at: Instant): Former[] {
  const ordered = versions.filter(({ from }) => from <= at).toSorted((a, b) => a.from - b.from);
  return ordered.flatMap(({ from, to, dayCounts }, index) => {
    const follows = index > 0 && ordered[index - 1]?.to === from;
    const before = follows ? [] : [{ dayCounts: usualTerms.dayCounts, until: from }];
    return to === undefined || to > at ? before : [...before, { dayCounts, until: to }];
  });
}
