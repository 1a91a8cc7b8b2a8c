import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { batchKeyOf, storedOf } from './stored-batches.ts';
import type { WrongBatch } from './wrong-batches.ts';

/**
 * Deletes copies from a lost batch that came back after its records were sent again: such records are in it and in the
 * batch that their keys name. Keeps the rows of the latter. Returns true if the batch is right now; false if it has no
 * copies.
 */
export async function dropDoubled(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  batch: WrongBatch,
): Promise<boolean> {
  const wanted = batch.rows - batch.again;
  if (batch.again === 0 || batch.stored <= wanted) return false;
  const later = await standingFor(db, batch);
  const { contractId, no, id } = batch;
  await clickhouse.command(
    `ALTER TABLE usage_record DELETE
     WHERE contract_id = {contractId:String} AND batch_no = {no:UInt64} AND batch_id = {id:UUID}
       AND (source, usage_id) IN (
         SELECT source, usage_id FROM usage_record
         WHERE contract_id = {contractId:String} AND batch_no IN {numbers:Array(UInt64)} AND batch_id IN {ids:Array(UUID)})`,
    { contractId, no, id, numbers: later.map((each) => BigInt(each.no)), ids: later.map((each) => each.id) },
    { mutations_sync: '2' },
  );
  const left = (await storedOf({ clickhouse }, [batch])).find((stored) => batchKeyOf(stored) === batchKeyOf(batch));
  return (left?.rows ?? 0) === wanted;
}

/** Returns the batches that store records of a lost batch again, and those that replace lost ones among them. */
async function standingFor(db: Deps['db'], { no }: WrongBatch): Promise<{ no: string; id: string }[]> {
  const { rows } = await sql<{ no: string; id: string }>`
    with recursive later as (
      select batch_no, id from usage_batch where again_of = ${String(no)}::bigint
      union all
      select next.batch_no, next.id from usage_batch as next join later on next.again_of = later.batch_no
    )
    select batch_no::text as no, id from later`.execute(db);
  return rows;
}
