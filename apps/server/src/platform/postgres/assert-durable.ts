import { sql } from 'kysely';
import { OperatorError } from '../failure/operator-error.ts';
import type { Db } from './database.ts';

/** The server could lose acknowledged writes. */
class NotDurable extends OperatorError {}

/** True if the server detects pages that changed on disk. */
export async function hasChecksums(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`select current_setting('data_checksums') = 'on' as is_on`.execute(db);
  return rows[0]?.is_on === true;
}

/** Refuses a PostgreSQL server that would lose acknowledged payments in a power cut. */
export async function assertDurable(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(db);
  if (rows.length > 0) {
    const names = rows.map((row) => row.name).join(', ');
    throw new NotDurable(`PostgreSQL runs with ${names} off and could lose acknowledged payments: turn it on.`);
  }
}
