import { sql } from 'kysely';
import type { Deps } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { BatchIdentity } from './batch-claims.ts';
import { keyOf, storedOf } from './wrong-batches.ts';

/** Keeps that batches are lost: the usage database has none of their rows, and nothing is kept of them. */
export async function keepLost(db: Db, batches: readonly { readonly no: bigint | string }[], now: Date): Promise<void> {
  if (batches.length === 0) return;
  await sql`
    update usage_batch set lost_at = ${now}
    where batch_no = any(${batches.map(({ no }) => String(no))}::bigint[])
      and lost_at is null and payload is null and moved_at is not null`.execute(db);
}

/** Batches that were lost and are there, since a newer copy of the usage database was put back, are lost no longer. */
export async function keepFound({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<void> {
  const { rows } = await sql<{ contract_id: string; no: string; id: string; rows: number }>`
    select contract_id, batch_no::text as no, id, rows from usage_batch as lost
    where lost_at is not null and not exists (select from usage_batch where again_of = lost.batch_no)`.execute(db);
  const lost = rows.map(({ contract_id: contractId, no, ...batch }) => ({ ...batch, contractId, no: BigInt(no) }));
  for (let from = 0; from < lost.length; from += batchesAtOnce) {
    const some = lost.slice(from, from + batchesAtOnce);
    const there = new Map((await storedOf({ clickhouse }, some)).map((batch) => [keyOf(batch), batch.rows]));
    await unmark(
      db,
      some.filter((batch) => there.get(keyOf(batch)) === batch.rows),
    );
  }
}

const batchesAtOnce = 1_000;

async function unmark(db: Db, batches: readonly BatchIdentity[]): Promise<void> {
  await sql`
    update usage_batch as lost set lost_at = null
    where batch_no = any(${batches.map(({ no }) => String(no))}::bigint[])
      and not exists (select from usage_batch where again_of = lost.batch_no)`.execute(db);
}
