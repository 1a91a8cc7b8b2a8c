import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import type { BatchIdentity } from './batch-claims.ts';

/** A batch of which the usage database has another number of rows than were acknowledged and not sent again since. */
export interface WrongBatch extends BatchIdentity {
  /** In which its rows are billed; none for batches from before that was kept. */
  readonly month: string | null;
  readonly rows: number;
  readonly stored: number;
  /** It was set aside; otherwise it counts as moved. */
  readonly isSetAside: boolean;
  /** Its payload is still there, so that it can be sent again. */
  readonly isKept: boolean;
  /** How many of its records were sent again since it was lost, and are stored in other batches. */
  readonly again: number;
}

interface Scope {
  readonly contractId?: string;
  /** Batch numbers, [from, until). */
  readonly from: bigint;
  readonly until: bigint;
}

/** The batches of a scope that are moved or set aside and not stored as they were acknowledged, in order of number. */
export async function wrongBatches(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  { contractId, from, until }: Scope,
): Promise<WrongBatch[]> {
  const ofContract = contractId === undefined ? sql`true` : sql`contract_id = ${contractId}`;
  // What must be there is asked before what is there: batches are moved meanwhile.
  const { rows: due } = await sql<DueRow>`
    select contract_id, batch_no, id, month, rows, set_aside_at is not null as is_set_aside, payload is not null as is_kept,
      ${storedAgain('usage_batch')} as again
    from usage_batch
    where (moved_at is not null or set_aside_at is not null) and ${ofContract}
      and batch_no >= ${String(from)}::bigint and batch_no < ${String(until)}::bigint
    order by batch_no`.execute(db);
  const stored = await storedBatches(
    { clickhouse },
    { ...(contractId === undefined ? {} : { contractId }), from, until },
  );
  const countOf = new Map(stored.map((batch) => [keyOf(batch), batch.rows]));
  return due.flatMap((row) => {
    const batch = { contractId: row.contract_id, no: BigInt(row.batch_no), id: row.id };
    const found = countOf.get(keyOf(batch)) ?? 0;
    if (found === row.rows - row.again && !row.is_set_aside) return [];
    const { month, rows: count, is_set_aside: isSetAside, is_kept: isKept } = row;
    return [{ ...batch, month, rows: count, stored: found, isSetAside, isKept, again: row.again }];
  });
}

interface DueRow {
  contract_id: string;
  batch_no: string;
  id: string;
  month: string | null;
  rows: number;
  is_set_aside: boolean;
  is_kept: boolean;
  again: number;
}

/** SQL: how many records of a lost batch were sent again. */
export const storedAgain = (batch: string) =>
  sql`(select coalesce(sum(rows), 0)::int from usage_batch as again where again.again_of = ${sql.ref(`${batch}.batch_no`)})`;

/** What the usage database has of each batch of a scope. */
export function storedBatches(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  { contractId, from, until }: Scope,
): Promise<(BatchIdentity & { rows: number })[]> {
  const ofContract = contractId === undefined ? '' : 'contract_id = {contractId:String} AND';
  return countBatches(clickhouse, `${ofContract} batch_no >= {from:UInt64} AND batch_no < {until:UInt64}`, {
    contractId: contractId ?? '',
    from,
    until,
  });
}

/** What the usage database has under the numbers of some batches, few enough for one statement. */
export function storedOf(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  batches: readonly Pick<BatchIdentity, 'no'>[],
): Promise<(BatchIdentity & { rows: number })[]> {
  const numbers = batches.map(({ no }) => no);
  return countBatches(clickhouse, 'batch_no IN {numbers:Array(UInt64)}', { numbers });
}

async function countBatches(clickhouse: Deps['clickhouse'], condition: string, params: Record<string, unknown>) {
  const rows = await clickhouse.query<{ contract_id: string; batch_no: string; batch_id: string; rows: string }>(
    `SELECT contract_id, batch_no, batch_id, count() AS rows FROM usage_record
     WHERE ${condition} GROUP BY contract_id, batch_no, batch_id ORDER BY batch_no, batch_id`,
    params,
  );
  return rows.map(({ contract_id, batch_no, batch_id, rows: count }) => ({
    contractId: contract_id,
    no: BigInt(batch_no),
    id: batch_id,
    rows: Number(count),
  }));
}

/** Tells batches apart, also those that share a number. */
export const keyOf = ({ contractId, no, id }: BatchIdentity) => `${contractId} ${no} ${id}`;
