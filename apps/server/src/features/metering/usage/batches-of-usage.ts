import type { ReadContext } from '#platform/context/context.ts';

/** A rated row's usage, by what tells it from all other. */
interface Used {
  readonly source: string;
  readonly usage_id: string;
  readonly bill_at: string;
}

/** The batch that acknowledged usage. */
interface AcknowledgedBatch {
  readonly id: string;
  readonly acceptedAt: string;
  readonly records: number;
}

/** The key of usage in the answer of `batchesOfUsage`. */
export const usageKeyOf = ({ source, usage_id }: Pick<Used, 'source' | 'usage_id'>): string =>
  JSON.stringify([source, usage_id]);

/** Returns the batches that acknowledged the given usage of a contract, by `usageKeyOf`; lost usage and deleted batches are left out. */
export async function batchesOfUsage(
  { db, clickhouse }: Pick<ReadContext, 'db' | 'clickhouse'>,
  contractId: string,
  used: readonly Used[],
): Promise<ReadonlyMap<string, AcknowledgedBatch>> {
  if (used.length === 0) return new Map();
  const stored = await clickhouse.query<{ source: string; usage_id: string; batch_no: string }>(
    `SELECT source, usage_id, batch_no FROM usage_record
     WHERE contract_id = {contractId:String} AND bill_at IN {billed:Array(DateTime('UTC'))} AND usage_id IN {ids:Array(String)}`,
    {
      contractId,
      billed: [...new Set(used.map(({ bill_at }) => Date.parse(bill_at) / 1_000))],
      ids: [...new Set(used.map(({ usage_id }) => usage_id))],
    },
  );
  const numbers = new Map(stored.map((row) => [usageKeyOf(row), row.batch_no]));
  if (numbers.size === 0) return new Map();
  const rows = await db
    .selectFrom('usage_batch')
    .select(['batch_no', 'id', 'accepted_at', 'rows'])
    .where('contract_id', '=', contractId)
    .where('batch_no', 'in', [...new Set(numbers.values())])
    .execute();
  const batches = new Map(
    rows.map(({ batch_no, id, accepted_at, rows: records }) => [
      batch_no,
      { id, acceptedAt: accepted_at.toISOString(), records },
    ]),
  );
  return new Map(
    [...numbers].flatMap(([key, no]) => {
      const batch = batches.get(no);
      return batch === undefined ? [] : [[key, batch] as const];
    }),
  );
}
