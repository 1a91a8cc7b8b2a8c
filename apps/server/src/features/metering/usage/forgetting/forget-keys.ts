import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { firstMonthWithKeys } from '../accepting/oldest-usage.ts';

/** Deletes the keys of some thousand to some million records in a transaction. */
const batchesAtOnce = 1_000;

/** Deletes the keys of records that would be refused as too old. Returns the number of their batches. */
export async function forgetKeys(db: Db, now: Date): Promise<number> {
  let forgotten = 0;
  for (let some = batchesAtOnce; some === batchesAtOnce; forgotten += some) some = await forgetSome(db, now);
  return forgotten;
}

function forgetSome(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ batch_no: string }>`
      update usage_batch set keys_dropped_at = ${now} where batch_no in (
        select batch_no from usage_batch where keys_dropped_at is null and month < ${firstMonthWithKeys(now)}
        order by month, batch_no limit ${batchesAtOnce} for update skip locked)
      returning batch_no`.execute(tx);
    if (rows.length > 0) {
      const numbers = rows.map(({ batch_no }) => batch_no);
      await sql`delete from usage_key where batch_no = any(${numbers}::bigint[])`.execute(tx);
    }
    return rows.length;
  });
}
