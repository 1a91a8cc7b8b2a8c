import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import { accountPeriodOf, type Kept, type Period } from './account-period.ts';
import { type Agreed, changesBetween, termsOf } from './account-terms.ts';
import type { Standing } from './standing.ts';

interface Given {
  readonly contract: { readonly is_study: boolean };
  readonly agreed: Agreed;
  readonly standing: Standing;
  readonly kept: Kept;
  readonly now: Instant;
}

/** A derivation with the values stored before it. */
export interface Taken {
  readonly before: Kept;
  readonly period: Period;
}

/**
 * Returns the derivations that timely checks would have made since the last one: just before and at each change of
 * terms, and now. Without them, a limit lowered and raised again meanwhile would open no episode. If a movement was
 * not checked, the earlier standing is unknown, and they begin after it.
 */
export function looksThroughTerms({ contract, agreed, standing, kept, now }: Given): {
  earlier: readonly Taken[];
  last: Taken;
} {
  const seen = kept.lookedAt === undefined ? now : Math.max(kept.lookedAt, standing.movedAt ?? kept.lookedAt);
  const changes = changesBetween(agreed, instantOfEpochMs(seen), now);
  const earlier: Taken[] = [];
  let before = kept;
  const takeAt = (at: Instant, movedAt: Instant | undefined): Taken => {
    const terms = termsOf(contract, agreed, at);
    const period = accountPeriodOf({ standing: { ...standing, movedAt }, kept: before, terms, now: at });
    const taken = { before, period };
    before = { ...period.kept, reopenedAt: before.reopenedAt };
    return taken;
  };
  for (const change of changes) {
    const justBefore = instantOfEpochMs(change - 1);
    if (justBefore > seen) earlier.push(takeAt(justBefore, standing.movedAt));
    if (change < now) earlier.push(takeAt(change, change));
  }
  const movedAt = changes.at(-1) === now ? now : standing.movedAt;
  return { earlier, last: takeAt(now, movedAt) };
}
