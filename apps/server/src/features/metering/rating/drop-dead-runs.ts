import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import { liveRunNumbers } from '../billing-day/live-runs.ts';

/**
 * Removes the rows of replaced and abandoned runs from the usage database, once they have been dead for six hours:
 * longer than any download that still reads them, or any run that is not finished, can last. Answers how many went.
 */
export async function dropDeadRuns({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>, now: Date): Promise<number> {
  await markDeadRuns({ db, clickhouse }, now);
  const old = await db
    .selectFrom('dead_run')
    .select(['run_no', 'contract_id'])
    .where('seen_at', '<=', new Date(now.getTime() - graceMs))
    .execute();
  for (const [contractId, runs] of Map.groupBy(old, (run) => run.contract_id)) {
    const numbers = runs.map((run) => run.run_no);
    await clickhouse.command(
      'DELETE FROM purchase WHERE contract_id = {contractId:String} AND run_no IN {runs:Array(UInt64)}',
      { contractId, runs: numbers.map(BigInt) },
    );
    await db.deleteFrom('dead_run').where('run_no', 'in', numbers).execute();
  }
  return old.length;
}

const graceMs = 6 * hourMs;

/** Writes down when a run was first seen not to count, and forgets those that have come to count since. */
async function markDeadRuns({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>, now: Date): Promise<void> {
  const stored = await clickhouse.query<{ contract_id: string; run_no: string }>(
    'SELECT contract_id, run_no FROM purchase GROUP BY contract_id, run_no',
  );
  const counting = await liveRunNumbers(db);
  const dead = stored.filter(({ run_no }) => !counting.has(run_no));
  for (let from = 0; from < dead.length; from += 1000) {
    const rows = dead.slice(from, from + 1000).map((run) => ({ ...run, seen_at: now }));
    await db
      .insertInto('dead_run')
      .values(rows)
      .onConflict((conflict) => conflict.column('run_no').doNothing())
      .execute();
  }
  await db
    .deleteFrom('dead_run')
    .where(sql<boolean>`exists (select 1 from rated_day where rated_day.run_no = dead_run.run_no)`)
    .execute();
}
