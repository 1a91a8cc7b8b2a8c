import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';
import { nextSigning } from './signing/month/due-month.queries.ts';

/** Returns when the next statement is confirmed automatically, deducted or signed. */
export async function nextStep(db: Db, after: Date): Promise<Date | undefined> {
  const kept = await earliest(
    db,
    sql`(select min(confirm_at) from statement where confirm_state = 'unconfirmed' and confirm_at > ${after})`,
    sql`(select min(deduct_at) from statement
      where confirm_state = 'confirmed' and deduct_state <> 'fullySettled' and deduct_at > ${after})`,
  );
  const signing = await nextSigning(db, after);
  return [kept, signing].filter((at) => at !== undefined).sort((one, other) => one.getTime() - other.getTime())[0];
}
