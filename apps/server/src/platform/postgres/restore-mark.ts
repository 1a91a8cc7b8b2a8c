import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { DbOrTx } from './database.ts';
import type { Postgres } from './open-postgres.ts';

/**
 * A restore that has begun says so in the very database that it fills, and takes the mark away in the transaction that
 * completes it: who finds the mark has half of one, and who does not has nothing that a restore may remove.
 */

/** Sets the mark in a database that was found empty; fails when a server has begun in it since. */
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

/** SQL that takes the mark away. */
export const unmarkRestore = 'drop table public.restore_unfinished';

/** The nonce of a restore that was cut off in this database; undefined where none was. */
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
