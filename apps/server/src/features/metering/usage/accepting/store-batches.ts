import { sql } from 'kysely';
import type { Tx } from '#platform/postgres/database.ts';
import { hashTotalIn } from '../moving/hash-total.ts';
import { payloadOf } from '../payload/payload.ts';
import type { AcceptedUsage } from './accept-usage.ts';

const batchesAStatement = 1_000;

/** Draws a new batch number for each distinct text. */
export async function drawBatches(tx: Tx, wanted: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(wanted)];
  const { rows } = await sql<{ no: string }>`
    select nextval('usage_batch_batch_no_seq')::text as no from generate_series(1, ${distinct.length}::int)`.execute(
    tx,
  );
  return new Map(distinct.map((each, at) => [each, rows[at]?.no ?? '']));
}

/**
 * Stores accepted rows until they are moved to the usage database. A batch holds one contract and billing month, so
 * that a failing batch affects no other contract and fits one insert of the engine. Returns the batch numbers.
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
  return {
    contract_id: contractId,
    batch_no: batchNo,
    month,
    rows: rows.length,
    payload: payloadOf(rows),
    hash_total: hashTotalIn(rows.map(({ recordHash }) => recordHash)),
    // A record that is lost twice is still billed in the hour of its first arrival.
    accepted_at: againOf?.acceptedAt ?? now,
    again_of: againOf?.no ?? null,
  };
}
