import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { hashTotalOf } from '../moving/hash-total.ts';
import type { AcceptedUsage } from './accept-usage.ts';

const batchesAStatement = 1_000;

/** A fresh number of a batch for each of the texts. */
export async function drawBatches(tx: Tx, wanted: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(wanted)];
  const { rows } = await sql<{ no: string }>`
    select nextval('usage_batch_batch_no_seq')::text as no from generate_series(1, ${distinct.length}::int)`.execute(
    tx,
  );
  return new Map(distinct.map((each, at) => [each, rows[at]?.no ?? '']));
}

/**
 * Keeps accepted rows until they are in the usage database: a batch for each contract and billing month, so that the
 * failure of one concerns no other contract, and none spans more months than the engine takes at once. Answers their
 * numbers.
 */
export async function storeBatches(tx: Tx, usage: readonly AcceptedUsage[], now: Date): Promise<string[]> {
  const batches = [...Map.groupBy(usage, ({ batchNo }) => batchNo).values()].flatMap((rows) => {
    const [first] = rows;
    return first ? [batchOf(first, rows, now)] : [];
  });
  for (let from = 0; from < batches.length; from += batchesAStatement) {
    await tx
      .insertInto('usage_batch')
      .values(batches.slice(from, from + batchesAStatement))
      .execute();
  }
  return batches.map(({ batch_no }) => batch_no);
}

function batchOf({ contractId, month, batchNo, againOf }: AcceptedUsage, rows: readonly AcceptedUsage[], now: Date) {
  const records = rows.map(({ row }) => row);
  return {
    contract_id: contractId,
    batch_no: batchNo,
    month,
    rows: rows.length,
    payload: JSON.stringify(records),
    hash_total: hashTotalOf(records),
    // What is lost a second time is still billed under the hour in which it came first.
    accepted_at: againOf?.acceptedAt ?? now,
    again_of: againOf?.no ?? null,
  };
}
