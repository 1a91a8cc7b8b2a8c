import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { Outdated } from '../../../platform/start-over.ts';

/** Half of what dropDeadRuns waits for: a run that has not come to count by then may lose its rows. */
const longestMs = 3 * hourMs;

/** When runs begin that draw their numbers after this, by PostgreSQL's clock, which all processes share. */
export async function beginOfRuns(db: DbOrTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say what time it is');
  return row.now;
}

/** Throws Outdated for runs that began so long ago, since their process was held up, that their rows may be gone by now. */
export async function refuseOldRuns(tx: Tx, began: Date): Promise<void> {
  const now = await beginOfRuns(tx);
  if (now.getTime() - began.getTime() > longestMs)
    throw new Outdated('Rating was held up for hours. Please try again.');
}
