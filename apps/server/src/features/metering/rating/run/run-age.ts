import { hourMs } from '@usance/period/instant';
import type { Tx } from '#platform/postgres/database.ts';
import { databaseNow } from '#platform/postgres/database-now.ts';
import { Outdated } from '#platform/start-over.ts';

/** Half of the grace period of `dropDeadRuns`: the rows of a run that is not live by then may be deleted. */
const longestMs = 3 * hourMs;

/**
 * Throws Outdated for runs that started so long ago that their rows may be deleted. `began` is PostgreSQL's time before
 * their numbers were drawn.
 */
export async function refuseOldRuns(tx: Tx, began: Date): Promise<void> {
  const now = await databaseNow(tx);
  if (now.getTime() - began.getTime() > longestMs)
    throw new Outdated('Rating was delayed for hours. Please try again.');
}
