import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import { lockedBatches } from '../moving/locked-batches.ts';
import { batchKeyOf, type StoredBatch, storedOf } from './stored-batches.ts';
import { hashTotalLeft, resentRows, type WrongBatch } from './wrong-batches.ts';

/**
 * True if a batch is lost, wholly or partially: the usage database has other rows than were acknowledged, and no
 * payload is kept.
 */
export function isLost({ isKept, isSetAside }: WrongBatch): boolean {
  return !isKept && !isSetAside;
}

/**
 * A batch that may be lost. `left` is the number of rows that it should have: its rows less those that were sent again.
 */
export interface DoubtedBatch extends BatchIdentity {
  readonly left: number;
  /** The hash total of the rows left. */
  readonly hashTotal: string;
}

/** True if the usage database has the right rows of a batch. */
export function isWhole({ left, hashTotal }: DoubtedBatch, stored: StoredBatch | undefined): boolean {
  return stored?.rows === left && stored.hashTotal === hashTotal;
}

/** SQL: the columns of DoubtedBatch. */
export const doubted = sql`contract_id as "contractId", batch_no::text as no, id, rows - ${resentRows('usage_batch')} as left,
  ${hashTotalLeft('usage_batch')} as "hashTotal"`;

export type DoubtedRow = Omit<DoubtedBatch, 'no'> & { readonly no: string };

export const doubtedOf = (row: DoubtedRow): DoubtedBatch => ({ ...row, no: BigInt(row.no) });

/** Marks batches as lost. */
export async function markLost(db: Db, batches: readonly { readonly no: bigint | string }[], now: Date): Promise<void> {
  for (let from = 0; from < batches.length; from += batchesAtOnce) {
    const numbers = batches.slice(from, from + batchesAtOnce).map(({ no }) => String(no));
    const areLost = sql`batch_no = any(${numbers}::bigint[])
      and lost_at is null and payload is null and moved_at is not null`;
    await sql`
      with locked as materialized (${lockedBatches(areLost)})
      update usage_batch set lost_at = ${now} from locked where usage_batch.batch_no = locked.batch_no`.execute(db);
  }
}

/**
 * Removes the mark of lost batches that came back with a newer copy of the usage database. Records that were sent again
 * lie in other batches.
 */
export async function markFound({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<void> {
  const { rows } = await sql<DoubtedRow>`
    select ${doubted} from usage_batch where lost_at is not null and ${resentRows('usage_batch')} < rows`.execute(db);
  const lost = rows.map(doubtedOf);
  for (let from = 0; from < lost.length; from += batchesAtOnce) {
    const some = lost.slice(from, from + batchesAtOnce);
    const there = new Map((await storedOf({ clickhouse }, some)).map((batch) => [batchKeyOf(batch), batch]));
    const found = some.filter((batch) => isWhole(batch, there.get(batchKeyOf(batch))));
    await unmark(db, found);
  }
}

const batchesAtOnce = 1_000;

/** Locks the batches first, so that records that are being sent again at this moment are counted. */
function unmark(db: Db, batches: readonly { readonly no: bigint; readonly left: number }[]): Promise<void> {
  const numbers = batches.map(({ no }) => String(no));
  return db.transaction().execute(async (tx) => {
    await lockedBatches(sql`batch_no = any(${numbers}::bigint[])`).execute(tx);
    await sql`
      update usage_batch as lost set lost_at = null
      from unnest(${numbers}::bigint[], ${batches.map((batch) => batch.left)}::int[]) as found (no, rows)
      where lost.batch_no = found.no and lost.rows - ${resentRows('lost')} = found.rows`.execute(tx);
  });
}
