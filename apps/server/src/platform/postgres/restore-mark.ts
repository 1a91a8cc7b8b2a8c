import { sql } from 'kysely';
import { OperatorError } from '../failure/operator-error.ts';
import type { DbOrTx } from './database.ts';
import type { Postgres } from './open-postgres.ts';

/**
 * A restore marks the database that it fills, and removes the mark in the transaction that completes it. A marked
 * database holds half a restore; an unmarked one must not be cleared.
 */

/** Marks an empty database; fails if a server has started in it since the check. */
export async function markRestore(postgres: Postgres, nonce: string): Promise<void> {
  await postgres.script(`
    begin;
    select pg_advisory_xact_lock(hashtext('schema_migration'));
    do $$ begin
      if exists (select from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
            and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')) then
        raise exception 'The database is not empty any more';
      end if;
    end $$;
    create table public.restore_unfinished (nonce text not null);
    insert into public.restore_unfinished values ('${nonce}');
    commit`);
}

/** SQL that removes the mark. */
export const unmarkRestore = 'drop table public.restore_unfinished';

/** The nonce of an interrupted restore in this database; undefined if there was none. */
export async function unfinishedRestore(db: DbOrTx): Promise<string | undefined> {
  const { rows: tables } = await sql`select where to_regclass('public.restore_unfinished') is not null`.execute(db);
  if (tables.length === 0) return undefined;
  const { rows } = await sql<{ nonce: string }>`select nonce from public.restore_unfinished`.execute(db);
  return rows[0]?.nonce ?? '';
}

/** Refuses to work with half a restore. */
export async function assertRestored(db: DbOrTx): Promise<void> {
  const { rows } = await sql`select where to_regclass('public.restore_unfinished') is not null`.execute(db);
  if (rows.length > 0)
    throw new OperatorError(
      'A restore into this database was not finished: restore again (npm run restore), which removes what is left of it, or start with another DATA_DIR or database.',
    );
}
