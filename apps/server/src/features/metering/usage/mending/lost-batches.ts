import { sql } from 'kysely';
import type { Deps } from '../../../../platform/context/context.ts';
import type { Db } from '../../../../platform/postgres/database.ts';
import { heldBatches } from '../moving/held-batches.ts';
import { batchKeyOf, storedOf } from './stored-batches.ts';
import { hashTotalLeft, storedAgain } from './wrong-batches.ts';

/** Keeps that batches are lost: the usage database has none of their rows, and nothing is kept of them. */
export async function keepLost(db: Db, batches: readonly { readonly no: bigint | string }[], now: Date): Promise<void> {
  for (let from = 0; from < batches.length; from += batchesAtOnce) {
    const numbers = batches.slice(from, from + batchesAtOnce).map(({ no }) => String(no));
    const areLost = sql`batch_no = any(${numbers}::bigint[])
      and lost_at is null and payload is null and moved_at is not null`;
    await sql`
      with held as materialized (${heldBatches(areLost)})
      update usage_batch set lost_at = ${now} from held where usage_batch.batch_no = held.batch_no`.execute(db);
  }
}

/**
 * Batches that were lost and are there, since a newer copy of the usage database was put back, are lost no longer; what
 * was sent again of them lies in others.
 */
export async function keepFound({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<void> {
  const { rows } = await sql<{ contract_id: string; no: string; id: string; left: number; hashTotal: string | null }>`
    select contract_id, batch_no::text as no, id, rows - ${storedAgain('lost')} as left,
      ${hashTotalLeft('lost')} as "hashTotal" from usage_batch as lost
    where lost_at is not null and ${storedAgain('lost')} < rows`.execute(db);
  const lost = rows.map(({ contract_id: contractId, no, ...batch }) => ({ ...batch, contractId, no: BigInt(no) }));
  for (let from = 0; from < lost.length; from += batchesAtOnce) {
    const some = lost.slice(from, from + batchesAtOnce);
    const there = new Map((await storedOf({ clickhouse }, some)).map((batch) => [batchKeyOf(batch), batch]));
    const found = some.filter(({ left, hashTotal, ...batch }) => {
      const stored = there.get(batchKeyOf(batch));
      return stored?.rows === left && (hashTotal === null || stored.hashTotal === hashTotal);
    });
    await unmark(db, found);
  }
}

const batchesAtOnce = 1_000;

/** Held first, so that what somebody is sending again at this moment is counted. */
function unmark(db: Db, batches: readonly { readonly no: bigint; readonly left: number }[]): Promise<void> {
  const numbers = batches.map(({ no }) => String(no));
  return db.transaction().execute(async (tx) => {
    await heldBatches(sql`batch_no = any(${numbers}::bigint[])`).execute(tx);
    await sql`
      update usage_batch as lost set lost_at = null
      from unnest(${numbers}::bigint[], ${batches.map((batch) => batch.left)}::int[]) as found (no, rows)
      where lost.batch_no = found.no and lost.rows - ${storedAgain('lost')} = found.rows`.execute(tx);
  });
}
