import { sql } from 'kysely';
import type { DbOrTx } from './database.ts';

/** Returns the time of PostgreSQL's clock, which all processes share; it advances inside a transaction too. */
export async function databaseNow(db: DbOrTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say what time it is');
  return row.now;
}
