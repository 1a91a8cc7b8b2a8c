import { sql } from 'kysely';
import type pg from 'pg';
import type { DbOrTx } from './database.ts';

/**
 * Makes a migration wait for backups of its database, and the reverse, before it locks any table, so that other
 * sessions do not wait with it. A migration runs this in its transaction. On systems that can detect it, the server
 * drops a waiting client that has died, since another version may be at work by the time the wait ends.
 */
export const awaitBackups = `
  do $$ begin
    perform set_config('client_connection_check_interval', '1s', true);
  exception when invalid_parameter_value then null;
  end $$;
  select pg_advisory_xact_lock(hashtext('backup'))`;

/** Locks out migrations for the life of the connection; waits for one that is running. */
export async function lockOutMigrations(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(hashtext('backup'))`);
}

/** True if a backup or another migration is running. */
export async function isBackedUp(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('backup')) as is_free`.execute(db);
  return rows[0]?.is_free !== true;
}
