import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';

const batchesAtOnce = 1_000_000n;

/**
 * What the usage database holds against what PostgreSQL acknowledged, batch by batch: one sentence for each batch that is
 * short, too long or a stranger. Reads only; batches that come in meanwhile are no problem.
 */
export async function verifyUsage({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<string[]> {
  const problems: string[] = [];
  const [stored] = await clickhouse.query<{ last: string }>('SELECT max(batch_no) AS last FROM usage_record');
  const { rows } = await sql<{
    last: string;
  }>`select coalesce(max(batch_no), 0)::text as last from usage_batch`.execute(db);
  const last = [BigInt(stored?.last ?? 0), BigInt(rows[0]?.last ?? 0)].reduce((a, b) => (a > b ? a : b));
  for (let from = 0n; from <= last; from += batchesAtOnce) {
    problems.push(...(await verifyBatches({ db, clickhouse }, from, from + batchesAtOnce)));
  }
  return problems;
}

async function verifyBatches(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  from: bigint,
  until: bigint,
): Promise<string[]> {
  // PostgreSQL first: a batch is there before it is moved, so that none is a stranger that came in between.
  const moved = await acknowledged({ db }, from, until);
  const stored = await clickhouse.query<{ batch_no: string; rows: string }>(
    `SELECT batch_no, count() AS rows FROM usage_record
     WHERE batch_no >= {from:UInt64} AND batch_no < {until:UInt64} GROUP BY batch_no`,
    { from, until },
  );
  const rowsOf = new Map(stored.map(({ batch_no, rows }) => [batch_no, rows]));
  const short = moved
    .filter(({ batch_no, rows, is_moved }) => is_moved && (rowsOf.get(batch_no) ?? '0') !== String(rows))
    .map(
      ({ contract_id, batch_no, rows }) =>
        `${contract_id}: batch ${batch_no} was acknowledged with ${rows} rows, and the usage database has ${rowsOf.get(batch_no) ?? 0}`,
    );
  const known = new Set(moved.map(({ batch_no }) => batch_no));
  const strangers = stored.filter(({ batch_no }) => !known.has(batch_no));
  const since = new Set((await acknowledged({ db }, from, until)).map(({ batch_no }) => batch_no));
  return [
    ...short,
    ...strangers
      .filter(({ batch_no }) => !since.has(batch_no))
      .map(
        ({ batch_no, rows }) =>
          `The usage database has batch ${batch_no} of ${rows} rows, which PostgreSQL never acknowledged`,
      ),
  ];
}

function acknowledged({ db }: Pick<Deps, 'db'>, from: bigint, until: bigint) {
  return db
    .selectFrom('usage_batch')
    .select(['contract_id', 'batch_no', 'rows', sql<boolean>`moved_at is not null`.as('is_moved')])
    .where('batch_no', '>=', String(from))
    .where('batch_no', '<', String(until))
    .orderBy('batch_no')
    .execute();
}
