import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import { unknownAmong } from './unknown-batches.ts';
import { resentRows } from './wrong-batches.ts';

// Enough to cover the latest acknowledgements; verify checks all batches.
const latestLookedAt = 10_000;
/** Numbers of deleted batches may lie between them. */
const mostNumbers = 100_000n;

/**
 * Compares the latest batches by their numbers and ids only. Returns those that the usage database lacks and those
 * that PostgreSQL does not know, latest first.
 */
export async function compareLatest({
  db,
  clickhouse,
}: Pick<Deps, 'db' | 'clickhouse'>): Promise<{ missing: MovedBatch[]; unknown: BatchIdentity[] }> {
  // Reads required batches first, then stored ones, then known ones: work continues meanwhile, and this order never
  // reports a false difference.
  const moved = await latestMoved(db);
  const stored = await latestStored(clickhouse, moved.at(-1)?.no ?? '0');
  const there = new Set(stored.map(storedKeyOf));
  const missing = moved.filter((batch) => !there.has(storedKeyOf(batch)));
  return { missing, unknown: await unknownAmong(db, stored) };
}

export type MovedBatch = {
  readonly contractId: string;
  readonly no: string;
  readonly id: string;
  readonly month: string | null;
  readonly rows: number;
  /** True if its payload still exists, so that it can be sent again. */
  readonly isKept: boolean;
};
/** A number can stand for two batches if one of the databases was restored to an earlier time. */
const storedKeyOf = ({ no, id }: MovedBatch | BatchIdentity) => `${no} ${id}`;

/** The latest batches that the usage database must have, latest first. */
async function latestMoved(db: DbOrTx): Promise<MovedBatch[]> {
  const { rows } = await sql<MovedBatch>`
    select batch_no::text as no, id, contract_id as "contractId", month, rows, payload is not null as "isKept"
    from usage_batch where moved_at is not null and (lost_at is null or ${resentRows('usage_batch')} < rows) order by batch_no desc limit ${latestLookedAt}`.execute(
    db,
  );
  const newest = BigInt(rows[0]?.no ?? 0);
  return rows.filter(({ no }) => BigInt(no) > newest - mostNumbers);
}

/** The batches that it has from a number on. */
async function latestStored(clickhouse: ClickHouse, from: string): Promise<BatchIdentity[]> {
  const rows = await clickhouse.query<{ contractId: string; no: string; id: string }>(
    `SELECT DISTINCT contract_id AS contractId, batch_no AS no, toString(batch_id) AS id FROM usage_record
     WHERE batch_no >= {from:UInt64}`,
    { from: BigInt(from) },
  );
  return rows.map((row) => ({ ...row, no: BigInt(row.no) }));
}
