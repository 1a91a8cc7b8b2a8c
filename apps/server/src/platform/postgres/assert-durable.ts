import { sql } from 'kysely';
import type { Postgres } from './open-postgres.ts';

/** The server may forget what it acknowledged. */
export class NotDurable extends Error {}

/**
 * Refuses a PostgreSQL server that would lose acknowledged money in a power cut. PGlite is not asked: it has no
 * background writer and its settings say nothing about how it flushes.
 */
export async function assertDurable(postgres: Postgres): Promise<void> {
  if (postgres.kind === 'embedded') return;
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(
    postgres.db,
  );
  if (rows.length > 0) {
    const names = rows.map((row) => row.name).join(', ');
    throw new NotDurable(`PostgreSQL runs with ${names} off and could lose acknowledged payments: turn it on.`);
  }
}
