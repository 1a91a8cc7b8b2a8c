import { sql } from 'kysely';
import type { Deps } from '../../../../platform/context/context.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import { batchKeyOf, storedOf } from './wrong-batches.ts';

/** How many rows the usage database has of a batch in the whole billing month that it lies in. */
export interface StoredBatch extends BatchIdentity {
  readonly rows: number;
}

const batchesAtOnce = 1_000;

/**
 * Those of a contract's stored batches that have more rows than were acknowledged of them, less what was sent again in
 * batches up to `throughBatch`, or that nobody acknowledged.
 */
export async function overfullBatches<Stored extends StoredBatch>(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  stored: readonly Stored[],
  { contractId, throughBatch }: { readonly contractId: string; readonly throughBatch: bigint },
): Promise<Stored[]> {
  const { rows } = await sql<{ at: number; wanted: number | null; is_of_month: boolean }>`
    select at::int, wanted, is_of_month
    from unnest(${stored.map(({ no }) => String(no))}::bigint[], ${stored.map(({ id }) => id)}::uuid[],
        ${stored.map((batch) => batch.rows)}::bigint[]) with ordinality as found (no, id, rows, at)
      left join (
        select batch_no, id, batch.rows - coalesce(again.rows, 0)::int as wanted, month is not null as is_of_month
        from usage_batch as batch left join (
            select again_of, sum(rows) as rows from usage_batch
            where again_of is not null and contract_id = ${contractId} and batch_no <= ${String(throughBatch)}::bigint
            group by again_of
          ) as again on again.again_of = batch.batch_no
        where batch.contract_id = ${contractId}
      ) as acknowledged on acknowledged.batch_no = found.no and acknowledged.id = found.id
    where wanted is null or wanted < found.rows or not is_of_month
    order by at`.execute(db);
  const suspects = rows.flatMap(({ at, wanted, is_of_month: isOfMonth }) => {
    const batch = stored[at - 1];
    return batch ? [{ batch, wanted, isOverfull: wanted === null || isOfMonth }] : [];
  });
  // Batches from before that was kept may lie in several months: what a month has of them says nothing.
  const former = suspects.filter(({ isOverfull }) => !isOverfull).map(({ batch }) => batch);
  const full = await storedInAllMonths({ clickhouse }, former);
  return suspects
    .filter(({ batch, wanted, isOverfull }) => isOverfull || (full.get(batchKeyOf(batch)) ?? 0) > (wanted ?? 0))
    .map(({ batch }) => batch);
}

async function storedInAllMonths(
  engines: Pick<Deps, 'clickhouse'>,
  batches: readonly BatchIdentity[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let from = 0; from < batches.length; from += batchesAtOnce) {
    for (const batch of await storedOf(engines, batches.slice(from, from + batchesAtOnce)))
      counts.set(batchKeyOf(batch), batch.rows);
  }
  return counts;
}
