import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { DbOrTx } from './database.ts';

const whatToDo =
  "connect to PostgreSQL itself; or have the pooler take them out (pool_mode = session, ignore_startup_parameters = options), and give the role of the URL what it needs (alter role … set search_path = public, pg_temp; alter role … set timezone = 'UTC'; alter role … set datestyle = 'ISO'; alter role … set default_transaction_isolation = 'read committed').";

/**
 * Refuses a connection on which names, times or transactions mean something else than was asked for in its options: what
 * stands between has dropped them. Throws OperatorError.
 */
export async function assertSettings(db: DbOrTx, isTimezoneGiven: boolean): Promise<void> {
  const { rows } = await sql<{ searchPath: string; timezone: string; dateStyle: string; isolation: string }>`
    select pg_catalog.current_setting('search_path') as "searchPath", pg_catalog.current_setting('timezone') as timezone,
      pg_catalog.current_setting('datestyle') as "dateStyle",
      pg_catalog.current_setting('default_transaction_isolation') as isolation`.execute(db);
  const { searchPath = '', timezone = '', dateStyle = '', isolation = '' } = rows[0] ?? {};
  const wrong = [
    ...(searchPath.replaceAll(' ', '') === 'public,pg_temp' ? [] : [`search_path is ${searchPath}`]),
    ...(/^(Etc\/)?UTC$/.test(timezone) || isTimezoneGiven ? [] : [`timezone is ${timezone}`]),
    ...(dateStyle.startsWith('ISO') ? [] : [`datestyle is ${dateStyle}`]),
    ...(isolation === 'read committed' ? [] : [`default_transaction_isolation is ${isolation}`]),
  ];
  if (wrong.length > 0)
    throw new OperatorError(
      `The options of the connection to PostgreSQL do not arrive (${wrong.join(', ')}), as through a pooler: ${whatToDo}`,
    );
}

/** In the place of an error that says that something in between takes no options, one that says what to do. */
export function asRefusedOptions(error: unknown): unknown {
  const isRefused = error instanceof Error && 'code' in error && error.code === '08P01';
  if (!isRefused || !/startup parameter/.test(error.message)) return error;
  return new OperatorError(`The connection to PostgreSQL takes no options (${error.message}): ${whatToDo}`);
}
