import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';

/** Which batches somebody wants moved; `except` leaves contracts out. */
export interface Wanted {
  readonly contractId?: string | undefined;
  readonly throughBatch?: bigint | undefined;
  /** These alone, by their numbers. */
  readonly batches?: readonly string[];
  readonly except?: readonly string[];
}

/** Whether batches that are wanted are still on their way, in whoever's hands. */
export async function hasUnmoved(db: Db, wanted: Wanted): Promise<boolean> {
  const { rows } = await sql`
    select from usage_batch
    where moved_at is null and set_aside_at is null and ${isWanted(wanted)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** SQL: whether a batch is among them. */
export function isWanted({ contractId, throughBatch, batches }: Wanted) {
  const ofContract = contractId === undefined ? sql`true` : sql`contract_id = ${contractId}`;
  const ofNumber = throughBatch === undefined ? sql`true` : sql`batch_no <= ${String(throughBatch)}::bigint`;
  const ofList = batches === undefined ? sql`true` : sql`batch_no = any(${[...batches]}::bigint[])`;
  return sql`(${ofContract} and ${ofNumber} and ${ofList})`;
}

/** SQL: whether it is this batch. */
export function isBatch({ contractId, no }: { readonly contractId: string; readonly no: bigint }) {
  return sql`(contract_id = ${contractId} and batch_no = ${String(no)})`;
}
