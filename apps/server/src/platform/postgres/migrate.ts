import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { OperatorError } from '../failure/operator-error.ts';
import { awaitBackups, isBackedUp } from './backup-lock.ts';
import type { Postgres } from './open-postgres.ts';
import { assertRestored } from './restore-mark.ts';

const folder = new URL('../../../migrations/postgres/', import.meta.url);

/** The database has a migration that this code does not know: a newer version made it. */
class PostgresNewerThanCode extends OperatorError {}

/**
 * Applies `migrations/postgres/NNNN-name.sql` in order, each once and with its record in one transaction. `only` limits
 * it to the named files, to read in data of an earlier version. Waits for a running backup, and says so.
 */
export async function migratePostgres(
  postgres: Postgres,
  { only, tell = () => {} }: { only?: readonly string[]; tell?: (line: string) => void } = {},
): Promise<void> {
  const known = knownMigrations();
  const stranger = only?.find((name) => !known.includes(name));
  if (stranger) throw new PostgresNewerThanCode(`The data is newer than this version: it has ${stranger}`);
  await assertNotElsewhere(postgres);
  // `if not exists` alone fails if two processes start together on an empty database.
  await postgres.script(`
    begin;
    select pg_advisory_xact_lock(hashtext('schema_migration'));
    create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now());
    commit;
  `);
  // A restore marks its database under the same lock, so that one of the two sees the other.
  if (only === undefined) await assertRestored(postgres.db);
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(postgres.db);
  const applied = new Set(rows.map((row) => row.name));
  const unknown = [...applied].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new PostgresNewerThanCode(`The database is newer than this version: it has ${unknown.join(', ')}`);
  const missing = known.filter((file) => !applied.has(file) && (only?.includes(file) ?? true));
  if (missing.length > 0 && (await isBackedUp(postgres.db)))
    tell('PostgreSQL is being backed up, or migrated by another server: migrating it when that is done ...');
  for (const name of missing) {
    await applyOnce(postgres, name, readFileSync(new URL(name, folder), 'utf8'));
  }
}

/** Refuses to start anew beside an installation whose tables a search_path had put into another schema. */
async function assertNotElsewhere({ db }: Postgres): Promise<void> {
  const { rows } = await sql<{ schema: string }>`
    select relnamespace::regnamespace::text as schema from pg_class as elsewhere
    where relname = 'schema_migration' and relkind = 'r' and pg_has_role(relowner, 'usage')
      and exists (select from pg_class where relname = 'installation' and relnamespace = elsewhere.relnamespace)
      and to_regclass('public.schema_migration') is null`.execute(db);
  const [found] = rows;
  if (found)
    throw new OperatorError(
      `The tables of this installation are in the schema ${found.schema}, which no backup covers: rename it to public (alter schema public rename to public_before; alter schema ${found.schema} rename to public).`,
    );
}

/** Refuses a database that another version migrated, or that is empty. Throws OperatorError. */
export async function assertThisVersion(postgres: Postgres): Promise<void> {
  const { rows: tables } =
    await sql`select to_regclass('public.schema_migration') as name where to_regclass('public.schema_migration') is not null`.execute(
      postgres.db,
    );
  if (tables.length === 0)
    throw new OperatorError(
      'There is no installation in this database: set DATABASE_URL to that of the server or, if the database is new, start the server first, which creates its tables.',
    );
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(postgres.db);
  assertAppliedByThis(rows.map(({ name }) => name));
}

/** Refuses the migrations of another version. Throws OperatorError. */
export function assertAppliedByThis(applied: readonly string[]): void {
  if (applied.join() !== knownMigrations().join())
    throw new OperatorError(
      'This installation was last served by another version of Usance: use that one, or start this one first.',
    );
}

function knownMigrations(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

async function applyOnce(postgres: Postgres, name: string, text: string): Promise<void> {
  // One script, so that processes that start together queue on the lock, and later ones find it done. The migration and
  // those waiting have no time limit, but it holds other sessions up only briefly.
  await postgres.script(`
    begin;
    set local statement_timeout = 0;
    set local lock_timeout = 0;
    ${awaitBackups};
    lock table schema_migration in exclusive mode;
    set local lock_timeout to default;
    do $migration$ begin
      if not exists (select 1 from schema_migration where name = '${name}') then
        execute $body$${text}$body$;
        insert into schema_migration (name) values ('${name}');
      end if;
    end $migration$;
    commit;
  `);
}
