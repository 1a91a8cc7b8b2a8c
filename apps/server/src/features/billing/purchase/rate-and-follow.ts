import { asRating } from '#platform/clickhouse/as-rating.ts';
import type { Deps } from '#platform/context/context.ts';
import type { RoundAt } from '#platform/jobs/round.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { followDue } from '../account-period/follow-due.ts';

/**
 * Rates what is due, which changes balances, and derives account periods before and after. With a doubtful clock the
 * derivation waits, marked.
 */
export async function rateAndFollow(given: Deps, { mayRun }: Pick<RoundAt, 'mayRun'>): Promise<void> {
  const deps = asRating(given);
  const followUnlessInDoubt = async () => {
    const now = deps.clock.now();
    if (await mayRun(now)) await followDue(deps, now);
  };
  await followUnlessInDoubt();
  await rateDue(deps);
  await followUnlessInDoubt();
}
