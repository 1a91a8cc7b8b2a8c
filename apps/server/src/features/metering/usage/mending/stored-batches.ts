import type { Deps } from '#platform/context/context.ts';
import type { BatchIdentity } from '../moving/batch-claims.ts';
import { hashTotalSql } from '../moving/hash-total.ts';

/** A batch in the usage database. */
export interface StoredBatch extends BatchIdentity {
  readonly rows: number;
  readonly hashTotal: string;
}

/** Measures each stored batch with a number in [from, until). */
export function storedBatches(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  { contractId, from, until }: { readonly contractId?: string; readonly from: bigint; readonly until: bigint },
): Promise<StoredBatch[]> {
  const ofContract = contractId === undefined ? '' : 'contract_id = {contractId:String} AND';
  return measureBatches(clickhouse, `${ofContract} batch_no >= {from:UInt64} AND batch_no < {until:UInt64}`, {
    contractId: contractId ?? '',
    from,
    until,
  });
}

/** Measures the stored batches with the given numbers; there must be few enough for one statement. */
export function storedOf(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  batches: readonly Pick<BatchIdentity, 'no'>[],
): Promise<StoredBatch[]> {
  const numbers = batches.map(({ no }) => no);
  return measureBatches(clickhouse, 'batch_no IN {numbers:Array(UInt64)}', { numbers });
}

async function measureBatches(
  clickhouse: Deps['clickhouse'],
  condition: string,
  params: Record<string, unknown>,
): Promise<StoredBatch[]> {
  const rows = await clickhouse.query<StoredRow>(
    `SELECT contract_id, batch_no, batch_id, count() AS rows, ${hashTotalSql} AS hash FROM usage_record
     WHERE ${condition} GROUP BY contract_id, batch_no, batch_id ORDER BY batch_no, batch_id`,
    params,
  );
  return rows.map(({ contract_id, batch_no, batch_id, rows: count, hash }) => ({
    contractId: contract_id,
    no: BigInt(batch_no),
    id: batch_id,
    rows: Number(count),
    hashTotal: hash,
  }));
}

interface StoredRow {
  contract_id: string;
  batch_no: string;
  batch_id: string;
  rows: string;
  hash: string;
}

/** A key that is unique even for batches that share a number. */
export const batchKeyOf = ({ contractId, no, id }: BatchIdentity) => `${contractId} ${no} ${id}`;
