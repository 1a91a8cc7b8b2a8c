import type { Exact } from '@usance/money/decimal';

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
}

/** What holds for every contract, until contracts have terms of their own. */
const usualTerms: AccountTerms = {
  creditLimit: undefined,
  dayCounts: { grace: 0, extension: 15, suspension: 30, backup: 60 },
};

/** What holds for a contract. What a study used is never asked for, so it is never too much. */
export function termsOf({ is_study: isStudy }: { readonly is_study: boolean }): AccountTerms {
  return isStudy ? { ...usualTerms, creditLimit: '9'.repeat(30) } : usualTerms;
}
