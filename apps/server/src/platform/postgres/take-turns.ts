import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Waits for all other transactions that take turns under this name, on any server, and blocks them until this one ends.
 */
export async function takeTurns(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
