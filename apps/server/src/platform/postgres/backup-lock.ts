import { sql } from 'kysely';
import type pg from 'pg';
import type { DbOrTx } from './database.ts';

/**
 * A backup and a migration of one database wait for each other, and with no table in hand: nobody who is at work waits
 * with them. To be held by a migration, in its transaction. Where the server can tell that who waits has gone, and only
 * some systems can, nothing is migrated for them any more: another version may be at work by then.
 */
export const awaitBackups = `
  do $$ begin
    perform set_config('client_connection_check_interval', '1s', true);
  exception when invalid_parameter_value then null;
  end $$;
  select pg_advisory_xact_lock(hashtext('backup'))`;

/** Holds migrations off for as long as the connection lives; waits for one that is under way. */
export async function holdOffMigrations(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(hashtext('backup'))`);
}

/** Whether a backup, or another migration, is under way. */
export async function isBackedUp(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('backup')) as is_free`.execute(db);
  return rows[0]?.is_free !== true;
}
