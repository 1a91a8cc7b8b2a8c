import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { hashTotals } from '../moving/hash-total.ts';
import { doubledAmong } from './doubled-batches.ts';
import { batchKeyOf, type StoredBatch } from './stored-batches.ts';

/**
 * Returns the batches of a contract with rows that do not belong there. `stored` covers the batches' whole billing
 * month.
 * Such a batch has more rows than were acknowledged (less those sent again in batches up to `throughBatch`), or as many
 * of other records, or was never acknowledged. An incomplete batch counts if it has a doubled record.
 */
export async function overfullBatches(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  stored: readonly StoredBatch[],
  { contractId, throughBatch }: { readonly contractId: string; readonly throughBatch: bigint },
): Promise<StoredBatch[]> {
  // Bounds the query: otherwise it would read all batches of the contract.
  const numbers = stored.map(({ no }) => no).sort((left, right) => (left < right ? -1 : 1));
  const [first, last] = [String(numbers[0] ?? 0), String(numbers.at(-1) ?? 0)];
  const { rows } = await sql<{ at: number; is_short: boolean }>`
    select at::int, coalesce(wanted > found.rows, false) as is_short
    from unnest(${stored.map(({ no }) => String(no))}::bigint[], ${stored.map(({ id }) => id)}::uuid[],
        ${stored.map((batch) => batch.rows)}::bigint[], ${stored.map(({ hashTotal }) => hashTotal)}::numeric[])
        with ordinality as found (no, id, rows, hash_total, at)
      left join (
        select batch_no, id, batch.rows - coalesce(again.rows, 0)::int as wanted,
          batch.hash_total - coalesce(again.hash_total, 0) as hash_total
        from usage_batch as batch left join (
            select again_of, sum(rows) as rows, sum(hash_total) as hash_total from usage_batch
            where again_of between ${first}::bigint and ${last}::bigint and contract_id = ${contractId}
              and batch_no <= ${String(throughBatch)}::bigint
            group by again_of
          ) as again on again.again_of = batch.batch_no
        where batch.contract_id = ${contractId} and batch.batch_no between ${first}::bigint and ${last}::bigint
      ) as acknowledged on acknowledged.batch_no = found.no and acknowledged.id = found.id
    where (wanted = found.rows
      and mod(acknowledged.hash_total - found.hash_total, ${sql.lit(hashTotals)}::numeric) = 0) is not true
    order by at`.execute(db);
  const suspects = rows.flatMap(({ at, is_short: isShort }) => {
    const batch = stored[at - 1];
    return batch ? [{ batch, isShort }] : [];
  });
  const short = suspects.filter(({ isShort }) => isShort).map(({ batch }) => batch);
  const doubled = await doubledAmong({ clickhouse }, short);
  return suspects.filter(({ batch, isShort }) => !isShort || doubled.has(batchKeyOf(batch))).map(({ batch }) => batch);
}
