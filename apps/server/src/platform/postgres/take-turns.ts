import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Waits for all others who take turns under the same name, on whichever server, and has them wait to the transaction's end. */
export async function takeTurns(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
