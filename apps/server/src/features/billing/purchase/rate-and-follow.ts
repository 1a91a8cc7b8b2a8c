import { asRating } from '#platform/clickhouse/as-rating.ts';
import type { Deps } from '#platform/context/context.ts';
import type { RoundAt } from '#platform/jobs/round.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import { followDue } from '../account-period/follow-due.ts';

/** What is rated moves balances. What time had made of them comes first, unless the clock is in doubt: it waits, marked. */
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
