import type { Tx } from '../../../platform/postgres/database.ts';
import type { AcceptedUsage } from './accept-usage.ts';

const batchesAStatement = 1_000;

/**
 * Keeps accepted rows until they are in the usage database: a batch for each contract and billing month, so that the
 * failure of one concerns no other contract, and none spans more months than the engine takes at once.
 */
export async function storeBatches(tx: Tx, usage: readonly AcceptedUsage[], now: Date): Promise<void> {
  const batches = [...Map.groupBy(usage, ({ contractId, month }) => `${contractId} ${month}`)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, rows]) => {
      const [first] = rows;
      return first ? [batchOf(first, rows, now)] : [];
    });
  for (let from = 0; from < batches.length; from += batchesAStatement) {
    await tx
      .insertInto('usage_batch')
      .values(batches.slice(from, from + batchesAStatement))
      .execute();
  }
}

function batchOf({ contractId, month }: AcceptedUsage, rows: readonly AcceptedUsage[], now: Date) {
  const payload = JSON.stringify(rows.map(({ row }) => row));
  return { contract_id: contractId, month, rows: rows.length, payload, accepted_at: now };
}
