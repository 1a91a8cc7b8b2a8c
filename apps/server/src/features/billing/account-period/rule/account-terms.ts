import type { Exact } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';
import { latest } from './latest.ts';

/**
 * The days after the due day without effect, and the days from the breach to the end of each period. A longer period
 * shortens the next one unless that ends later too.
 */
export interface DayCounts {
  readonly grace: number;
  readonly extension: number;
  readonly suspension: number;
  readonly backup: number;
}

/** The credit limit of a contract, if one was agreed, and its day counts after a breach. */
export interface AccountTerms {
  readonly creditLimit: Exact | undefined;
  readonly dayCounts: DayCounts;
  /** The instants from which each holds; a breach is not older. Undefined if it always held. */
  readonly limitSince?: Instant | undefined;
  readonly daysSince?: Instant | undefined;
  /** The next instant at which time alone changes either. */
  readonly changesAt?: Instant | undefined;
  /** The earlier day counts with their ends: a destruction by them stays. */
  readonly formerDays?: readonly Former[];
}

export interface Former {
  readonly dayCounts: DayCounts;
  readonly until: Instant;
}

/** The validity of an agreement; `to` is exclusive, and undefined if it is open. */
interface Held {
  readonly from: Instant;
  readonly to: Instant | undefined;
}

/** All agreements with a contract; of each kind no two overlap. */
export interface Agreed {
  readonly creditLimits: readonly (Held & { readonly amount: Exact })[];
  readonly gracePeriods: readonly (Held & { readonly dayCounts: DayCounts })[];
}

/** The terms of a contract without agreements. */
export const usualTerms: AccountTerms = {
  creditLimit: undefined,
  dayCounts: { grace: 0, extension: 15, suspension: 30, backup: 60 },
};

/** Returns the terms at an instant. A study's usage is never charged, so its limit is unlimited. */
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

/** Returns the instants after one, up to another, at which terms change; sorted, without duplicates. */
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

/** Returns the earlier day counts, with the standard ones in the gaps. */
function formerDays(versions: readonly Agreed['gracePeriods'][number][], at: Instant): Former[] {
  const ordered = versions.filter(({ from }) => from <= at).toSorted((a, b) => a.from - b.from);
  return ordered.flatMap(({ from, to, dayCounts }, index) => {
    const follows = index > 0 && ordered[index - 1]?.to === from;
    const before = follows ? [] : [{ dayCounts: usualTerms.dayCounts, until: from }];
    return to === undefined || to > at ? before : [...before, { dayCounts, until: to }];
  });
}
