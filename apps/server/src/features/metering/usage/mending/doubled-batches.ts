import type { Deps } from '#platform/context/context.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import { batchKeyOf } from './stored-batches.ts';

/** Takes some tens of megabytes of the engine's memory, however large the batches are. */
const batchesAtOnce = 1_000;

/** Returns the keys of the given batches that contain a record more than once. */
export async function doubledAmong(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  batches: readonly BatchIdentity[],
): Promise<ReadonlySet<string>> {
  const doubled = new Set<string>();
  for (let from = 0; from < batches.length; from += batchesAtOnce) {
    const some = batches.slice(from, from + batchesAtOnce);
    const rows = await clickhouse.query<{ contract_id: string; batch_no: string; batch_id: string }>(
      `SELECT contract_id, batch_no, batch_id FROM usage_record
       WHERE contract_id IN {contracts:Array(String)} AND batch_no IN {numbers:Array(UInt64)}
       GROUP BY contract_id, batch_no, batch_id HAVING count() > uniqExact(source, usage_id)`,
      { contracts: [...new Set(some.map(({ contractId }) => contractId))], numbers: some.map(({ no }) => no) },
    );
    for (const { contract_id: contractId, batch_no, batch_id: id } of rows)
      doubled.add(batchKeyOf({ contractId, no: BigInt(batch_no), id }));
  }
  return doubled;
}
