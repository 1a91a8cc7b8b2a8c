import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from './database.ts';

/** Returns the time of PostgreSQL's clock, which all processes share; it advances inside a transaction too. */
export const databaseNow = (db: DbOrTx): Promise<Date> => asked(db, sql<Date>`clock_timestamp()`);

/** Like databaseNow, but the time of this installation, which may be a sandbox whose clock was moved. */
export const productNow = (db: DbOrTx): Promise<Date> => asked(db, sql<Date>`product_now()`);

async function asked(db: DbOrTx, time: RawBuilder<Date>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select ${time} as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not say what time it is');
  return row.now;
}
