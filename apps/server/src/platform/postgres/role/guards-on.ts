import { sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../../failure/operator-error.ts';
import type { DbOrTx } from '../database.ts';

interface SwitchedOff {
  readonly login: string;
  readonly database: string;
  /** The source of the setting, in the words of `pg_settings`. */
  readonly source: string;
}

/** Refuses a connection that skips triggers and foreign keys. */
export async function assertGuardsOn(db: DbOrTx): Promise<void> {
  const { rows } = await sql<SwitchedOff>`
    select session_user as login, current_database() as database, source from pg_settings
    where name = 'session_replication_role' and setting = 'replica'`.execute(db);
  const [found] = rows;
  if (found)
    throw new OperatorError(
      `The guards of the tables are switched off for ${found.login} (session_replication_role is replica): switch it on (${howOn(found)}).`,
    );
}

function howOn({ login, database, source }: SwitchedOff): string {
  const [role, place] = [login, database].map((name) => pg.escapeIdentifier(name));
  const reset = 'reset session_replication_role';
  if (source === 'client') return 'take it out of the options of its URL';
  if (source === 'user') return `alter role ${role} ${reset}`;
  if (source === 'database user') return `alter role ${role} in database ${place} ${reset}`;
  if (source === 'database') return `alter database ${place} ${reset}`;
  if (source === 'global') return `alter role all ${reset}`;
  return 'take it out of the settings of the server';
}
