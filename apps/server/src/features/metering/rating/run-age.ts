import { hourMs } from '@usance/period/instant';
import type { Tx } from '#platform/postgres/database.ts';
import { databaseNow } from '#platform/postgres/database-now.ts';
import { Outdated } from '#platform/start-over.ts';

/** Half of what dropDeadRuns waits for: a run that has not come to count by then may lose its rows. */
const longestMs = 3 * hourMs;

/**
 * Throws Outdated for runs that began so long ago, since their process was held up, that their rows may be gone by now.
 * `began` is what PostgreSQL's clock showed before their numbers were drawn.
 */
export async function refuseOldRuns(tx: Tx, began: Date): Promise<void> {
  const now = await databaseNow(tx);
  if (now.getTime() - began.getTime() > longestMs)
    throw new Outdated('Rating was held up for hours. Please try again.');
}
