import { sql } from 'kysely';
import type { DbOrTx } from './database.ts';

/** Like databaseNow, but the time of this installation, which may be a sandbox whose clock was moved. */
export async function productNow(db: DbOrTx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select product_now() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say what time it is');
  return row.now;
}
