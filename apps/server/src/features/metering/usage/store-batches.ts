import type { Tx } from '../../../platform/postgres/database.ts';
import type { AcceptedUsage } from './accept-usage.ts';

const batchesAStatement = 1_000;

/**
 * Keeps accepted rows until they are in the usage database: a batch for each contract and billing month, so that the
 * failure of one concerns no other contract, and none spans more months than the engine takes at once. Answers their
 * numbers.
 */
export async function storeBatches(tx: Tx, usage: readonly AcceptedUsage[], now: Date): Promise<string[]> {
  const batches = [...Map.groupBy(usage, ({ contractId, month }) => `${contractId} ${month}`)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, rows]) => {
      const [first] = rows;
      return first ? [batchOf(first, rows, now)] : [];
    });
  const numbers: string[] = [];
  for (let from = 0; from < batches.length; from += batchesAStatement) {
    const stored = await tx
      .insertInto('usage_batch')
      .values(batches.slice(from, from + batchesAStatement))
      .returning('batch_no')
      .execute();
    numbers.push(...stored.map(({ batch_no }) => batch_no));
  }
  return numbers;
}

function batchOf({ contractId, month }: AcceptedUsage, rows: readonly AcceptedUsage[], now: Date) {
  const payload = JSON.stringify(rows.map(({ row }) => row));
  return { contract_id: contractId, month, rows: rows.length, payload, accepted_at: now };
}
