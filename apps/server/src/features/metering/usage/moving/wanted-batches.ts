import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';

/** A selection of batches. Contracts in `except` are left out. */
export interface Wanted {
  readonly contractId?: string | undefined;
  readonly throughBatch?: bigint | undefined;
  /** Only the batches with these numbers. */
  readonly batches?: readonly string[];
  readonly except?: readonly string[];
}

/** True if selected batches are still to be moved, claimed or not. */
export async function hasUnmoved(db: Db, wanted: Wanted): Promise<boolean> {
  const { rows } = await sql`
    select from usage_batch
    where moved_at is null and set_aside_at is null and ${isWanted(wanted)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The contracts of those of the batches that are not in the usage database. */
export async function unmovedAmong(db: Db, batches: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ contract_id: string }>`
    select distinct contract_id from usage_batch
    where moved_at is null and batch_no = any(${[...batches]}::bigint[])`.execute(db);
  return new Set(rows.map(({ contract_id }) => contract_id));
}

/** SQL: true if the batch is selected. */
export function isWanted({ contractId, throughBatch, batches }: Wanted) {
  const ofContract = contractId === undefined ? sql`true` : sql`contract_id = ${contractId}`;
  const ofNumber = throughBatch === undefined ? sql`true` : sql`batch_no <= ${String(throughBatch)}::bigint`;
  const ofList = batches === undefined ? sql`true` : sql`batch_no = any(${[...batches]}::bigint[])`;
  return sql`(${ofContract} and ${ofNumber} and ${ofList})`;
}

/** SQL: true for this batch only. */
export function isBatch({ contractId, no }: { readonly contractId: string; readonly no: bigint }) {
  return sql`(contract_id = ${contractId} and batch_no = ${String(no)})`;
}
