import { compare } from '@usance/money/decimal';
import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';

const runsAtOnce = 1_000_000n;

/**
 * The rows of each run that counts against what PostgreSQL was told of them when they came to count: one sentence for
 * each that differs. Reads only.
 */
export async function verifyRated({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await sql<{ last: string }>`select coalesce(max(run_no), 0)::text as last from rated_day`.execute(
    db,
  );
  for (let from = 0n; from <= BigInt(rows[0]?.last ?? 0); from += runsAtOnce) {
    problems.push(...(await verifyRuns({ db, clickhouse }, from, from + runsAtOnce)));
  }
  return [...problems, ...(await verifyCompleteness(db))];
}

/** Where nothing waits, all that was acknowledged is rated: as many rows, and in no day more than once. */
async function verifyCompleteness(db: Deps['db']): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with acknowledged as (
      select contract_id, sum(rows) as rows, bool_and(moved_at is not null) as is_moved from usage_batch group by contract_id
    ), rated as (select contract_id, sum(rows) as rows from rated_day group by contract_id)
    select format('%s: %s rows were acknowledged, %s are rated and no day waits', contract_id, a.rows, coalesce(r.rows, 0)) as problem
    from acknowledged a left join rated r using (contract_id)
    where is_moved and a.rows <> coalesce(r.rows, 0)
      and not exists (select from usage_dirty_day where usage_dirty_day.contract_id = a.contract_id)`.execute(db);
  return rows.map(({ problem }) => problem);
}

async function verifyRuns(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  from: bigint,
  until: bigint,
): Promise<string[]> {
  const live = await db
    .selectFrom('rated_day')
    .select(['contract_id', 'day', 'run_no', 'rows', 'amount'])
    .where('run_no', '>=', String(from))
    .where('run_no', '<', String(until))
    .orderBy('run_no')
    .execute();
  const stored = await clickhouse.query<{ run_no: string; rows: string; amount: string }>(
    `SELECT run_no, countIf(slice_no = 0) AS rows, sum(amount) AS amount FROM purchase
     WHERE run_no >= {from:UInt64} AND run_no < {until:UInt64} GROUP BY run_no`,
    { from, until },
  );
  const found = new Map(stored.map((run) => [run.run_no, run]));
  return live.flatMap(({ contract_id, day, run_no, rows, amount }) => {
    const run = found.get(run_no) ?? { rows: '0', amount: '0' };
    if (run.rows === rows && compare(run.amount, amount) === 0) return [];
    return `${contract_id}: ${day} counts with ${rows} rows of ${amount}, and the usage database has ${run.rows} of ${run.amount} (run ${run_no})`;
  });
}
