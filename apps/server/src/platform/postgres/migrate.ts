import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Postgres } from './open-postgres.ts';

const folder = new URL('../../../migrations/postgres/', import.meta.url);

/** The database holds a migration this code does not know: it was made by a newer version. */
export class PostgresNewerThanCode extends Error {}

/** Applies `migrations/postgres/NNNN-name.sql` in order, each once, each with its record in one transaction. */
export async function migratePostgres(postgres: Postgres, from: URL = folder): Promise<void> {
  // `if not exists` alone fails in one of two processes that start together on an empty database.
  await postgres.script(`
    begin;
    select pg_advisory_xact_lock(hashtext('schema_migration'));
    create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now());
    commit;
  `);
  const known = readdirSync(from)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(postgres.db);
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new PostgresNewerThanCode(`The database is newer than this version: it has ${unknown.join(', ')}`);
  for (const name of known.filter((file) => !applied.has(file))) {
    await applyOnce(postgres, name, readFileSync(new URL(name, from), 'utf8'));
  }
}

async function applyOnce(postgres: Postgres, name: string, text: string): Promise<void> {
  // One script, so that several processes starting together queue on the lock and the late ones find it done.
  await postgres.script(`
    begin;
    lock table schema_migration in exclusive mode;
    do $migration$ begin
      if not exists (select 1 from schema_migration where name = '${name}') then
        execute $body$${text}$body$;
        insert into schema_migration (name) values ('${name}');
      end if;
    end $migration$;
    commit;
  `);
}
