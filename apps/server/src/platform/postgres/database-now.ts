import { sql } from 'kysely';
import type { DbOrTx } from './database.ts';

/** What PostgreSQL's clock shows, which all processes share; inside a transaction, too, it goes on. */
export async function databaseNow(db: DbOrTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say what time it is');
  return row.now;
}
