import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';

/** Returns those of the given batches that PostgreSQL never acknowledged, latest first. */
export async function unknownAmong<Batch extends BatchIdentity>(
  db: DbOrTx,
  batches: readonly Batch[],
): Promise<Batch[]> {
  const { rows } = await sql<{ at: number }>`
    select at::int from unnest(${batches.map(({ contractId }) => contractId)}::text[],
        ${batches.map(({ no }) => String(no))}::bigint[], ${batches.map(({ id }) => id)}::uuid[])
        with ordinality as given (contract_id, no, id, at)
      left join usage_batch as known
        on known.contract_id = given.contract_id and known.batch_no = given.no
    where known.id is distinct from given.id
      and (known.id is not null or not exists (select from forgotten_batches as forgotten
        where forgotten.contract_id = given.contract_id and forgotten.last_no >= given.no))
    order by given.no desc`.execute(db);
  return rows.flatMap(({ at }) => batches[at - 1] ?? []);
}
