import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';

/** Returns when time alone next changes an account period. */
export function nextCheck(db: Db, after: Date): Promise<Date | undefined> {
  return earliest(db, sql`(select min(look_at) from account_period where look_at > ${after})`);
}
