import { type Instant, instant } from '@usance/period/instant';
import { accountPeriodOf, type Kept, type Period } from './account-period.ts';
import { type AccountTerms, usualTerms } from './account-terms.ts';
import type { Standing } from './standing.ts';

export { usualTerms };
export const start = instant('2026-10-08T00:00:00Z');
export const nothing: Kept = {
  lookedAt: undefined,
  beyondSince: undefined,
  lateFrom: undefined,
  episode: undefined,
  reopenedAt: undefined,
};
export const lent: AccountTerms = { ...usualTerms, creditLimit: '10' };
export const graced: AccountTerms = { ...usualTerms, dayCounts: { ...usualTerms.dayCounts, grace: 3 } };

/** Derives the account period once, by default without stored values. */
export function look(standing: Standing, now: Instant, kept: Kept = nothing, terms = usualTerms): Period {
  return accountPeriodOf({ standing, kept, terms, now });
}
