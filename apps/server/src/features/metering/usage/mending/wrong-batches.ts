import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import { hashTotals } from '../moving/hash-total.ts';
import { batchKeyOf, type StoredBatch, storedBatches } from './stored-batches.ts';

/**
 * A batch with another number of stored rows than it should have, or with other records. It should have its
 * acknowledged rows less those that were sent again.
 */
export interface WrongBatch extends BatchIdentity {
  /** The billing month of its rows. */
  readonly month: string;
  readonly rows: number;
  readonly stored: number;
  /** True if the number of rows is right but the records differ. */
  readonly areOthers: boolean;
  /** True if it was set aside, false if it was moved. */
  readonly isSetAside: boolean;
  /** True if its payload is kept, so that it can be sent again. */
  readonly isKept: boolean;
  /** The number of its records that were sent again since it was lost and lie in other batches. */
  readonly again: number;
}

type Engines = Pick<Deps, 'db' | 'clickhouse'>;

/** The batches in memory at a time; they block the event loop for a few milliseconds. */
export const batchesAtOnce = 10_000;
/** A piece spans at most this many times as many numbers, since deleted batches may lie between. */
const spread = 10;

/** All batches if empty. */
interface Scope {
  readonly contractId?: string;
  readonly throughBatch?: bigint;
}

/** Yields the moved and set-aside batches of a scope that are not stored right, in order of number. */
export async function* wrongBatches(
  { db, clickhouse }: Engines,
  scope: Scope,
  atOnce = batchesAtOnce,
): AsyncGenerator<WrongBatch> {
  let after = '-1';
  for (;;) {
    // PostgreSQL is read before the usage database, because batches are moved meanwhile.
    const due = await dueBatches(db, { ...scope, after }, atOnce);
    const [first, last] = [due[0], due.at(-1)];
    if (!first || !last) return;
    const range = { from: BigInt(first.batch_no), until: BigInt(last.batch_no) + 1n };
    const { contractId } = scope;
    const stored = await storedBatches({ clickhouse }, contractId === undefined ? range : { contractId, ...range });
    yield* differing(due, stored);
    after = last.batch_no;
  }
}

async function dueBatches(
  db: Engines['db'],
  { contractId, throughBatch, after }: Scope & { readonly after: string },
  atMost: number,
): Promise<DueRow[]> {
  const ofContract = contractId === undefined ? sql`true` : sql`contract_id = ${contractId}`;
  const ofNumber = throughBatch === undefined ? sql`true` : sql`batch_no <= ${String(throughBatch)}::bigint`;
  const isDue = sql`(moved_at is not null or set_aside_at is not null) and ${ofContract} and ${ofNumber}
    and batch_no > ${after}::bigint`;
  const isNear = sql`batch_no < ${atMost * spread}
    + (select batch_no from usage_batch where ${isDue} order by batch_no limit 1)`;
  const { rows } = await sql<DueRow>`
    select contract_id, batch_no, id, month, rows, set_aside_at is not null as is_set_aside, payload is not null as is_kept,
      ${resentRows('usage_batch')} as again, ${hashTotalLeft('usage_batch')} as hash_total
    from usage_batch
    where ${isDue} and ${contractId === undefined ? isNear : sql`true`}
    order by batch_no limit ${atMost}`.execute(db);
  return rows;
}

const batchOf = (row: DueRow) => ({ contractId: row.contract_id, no: BigInt(row.batch_no), id: row.id });

function differing(due: readonly DueRow[], stored: readonly StoredBatch[]): WrongBatch[] {
  const storedAs = new Map(stored.map((batch) => [batchKeyOf(batch), batch]));
  return due.flatMap((row) => {
    const batch = batchOf(row);
    const found = storedAs.get(batchKeyOf(batch)) ?? { rows: 0, hashTotal: '0' };
    const areAsMany = found.rows === row.rows - row.again;
    const areOthers = areAsMany && row.hash_total !== found.hashTotal;
    if (areAsMany && !areOthers && !row.is_set_aside) return [];
    const { month, rows: count, is_set_aside: isSetAside, is_kept: isKept } = row;
    return [{ ...batch, month, rows: count, stored: found.rows, areOthers, isSetAside, isKept, again: row.again }];
  });
}

interface DueRow {
  contract_id: string;
  batch_no: string;
  id: string;
  month: string;
  rows: number;
  is_set_aside: boolean;
  is_kept: boolean;
  again: number;
  hash_total: string;
}

/** SQL: the number of a lost batch's records that were sent again. */
export const resentRows = (batch: string) =>
  sql`(select coalesce(sum(rows), 0)::int from usage_batch as again where again.again_of = ${sql.ref(`${batch}.batch_no`)})`;

/** SQL: the hash total of a batch without the records that were sent again. */
export const hashTotalLeft = (batch: string) =>
  sql`(select mod(mod(${sql.ref(`${batch}.hash_total`)} - coalesce(sum(again.hash_total), 0), ${sql.lit(hashTotals)}::numeric)
      + ${sql.lit(hashTotals)}::numeric, ${sql.lit(hashTotals)}::numeric)::text
    from usage_batch as again where again.again_of = ${sql.ref(`${batch}.batch_no`)})`;
