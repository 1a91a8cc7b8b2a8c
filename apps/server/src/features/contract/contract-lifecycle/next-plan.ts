import { sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { earliest } from '#platform/postgres/earliest.ts';

/** Returns when the next planned step of any contract is due. */
export function nextPlan(db: Db, after: Date): Promise<Date | undefined> {
  return earliest(
    db,
    sql`(select min(effective_at) from contract_lifecycle where progress = 'planned' and effective_at > ${after})`,
  );
}
