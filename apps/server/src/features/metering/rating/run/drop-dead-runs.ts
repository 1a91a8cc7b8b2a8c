import { hourMs } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { liveRunNumbers } from '../../billing-day/live-runs.ts';

/**
 * Deletes the rows of replaced and abandoned runs from the usage database, six hours after a run was first seen dead.
 * No download and no unfinished run lasts that long. Returns the number of deleted runs.
 */
export async function dropDeadRuns({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>, now: Date): Promise<number> {
  // A clock that ran ahead may have stored a future time; such a run would stay until then.
  await db.updateTable('dead_run').set({ seen_at: now }).where('seen_at', '>', now).execute();
  await markDeadRuns({ db, clickhouse }, now);
  const seenUntil = new Date(now.getTime() - graceMs);
  let dropped = 0;
  for (;;) {
    const old = await db
      .selectFrom('dead_run')
      .select(['run_no', 'contract_id'])
      .where('seen_at', '<=', seenUntil)
      .orderBy('contract_id')
      .limit(runsAtOnce)
      .execute();
    if (old.length > 0) {
      const numbers = old.map((run) => run.run_no);
      // One statement for many contracts: a DELETE touches every part, so one for each contract could take more than an
      // hour.
      // The rows go last, because they tell which runs are dead.
      for (const table of ['rated_rollup', 'purchase'])
        await clickhouse.command(
          `DELETE FROM ${table} WHERE contract_id IN {contractIds:Array(String)} AND run_no IN {runs:Array(UInt64)}`,
          { contractIds: [...new Set(old.map((run) => run.contract_id))], runs: numbers.map(BigInt) },
        );
      await db.deleteFrom('dead_run').where('run_no', 'in', numbers).execute();
    }
    dropped += old.length;
    if (old.length < runsAtOnce) return dropped;
  }
}

const graceMs = 6 * hourMs;
const runsAtOnce = 1_000;
/** The runs of all contracts together may not fit into memory. */
const contractsAtOnce = 200;

/** Records when each run was first seen dead, and removes runs that have gone live since. */
async function markDeadRuns({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>, now: Date): Promise<void> {
  for (let after = ''; ; ) {
    // Asks only for contracts with rows: most of 100,000 contracts may have none.
    const stored = await clickhouse.query<{ contract_id: string }>(
      'SELECT DISTINCT contract_id FROM purchase WHERE contract_id > {after:String} ORDER BY contract_id LIMIT {most:UInt32}',
      { after, most: contractsAtOnce },
    );
    const contractIds = stored.map((row) => row.contract_id);
    if (contractIds.length > 0) await markDeadRunsOf({ db, clickhouse }, contractIds, now);
    if (contractIds.length < contractsAtOnce) break;
    after = contractIds.at(-1) ?? after;
  }
  await db
    .deleteFrom('dead_run')
    .where(sql<boolean>`exists (select 1 from rated_day where rated_day.run_no = dead_run.run_no)`)
    .execute();
}

async function markDeadRunsOf(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  contractIds: readonly string[],
  now: Date,
): Promise<void> {
  const stored = await clickhouse.query<{ contract_id: string; run_no: string }>(
    'SELECT contract_id, run_no FROM purchase WHERE contract_id IN {contractIds:Array(String)} GROUP BY contract_id, run_no',
    { contractIds },
  );
  const counting = await liveRunNumbers(db, contractIds);
  const dead = stored.filter(({ run_no }) => !counting.has(run_no));
  for (let from = 0; from < dead.length; from += runsAtOnce) {
    const rows = dead.slice(from, from + runsAtOnce).map((run) => ({ ...run, seen_at: now }));
    await db
      .insertInto('dead_run')
      .values(rows)
      .onConflict((conflict) => conflict.column('run_no').doNothing())
      .execute();
  }
}
