import { sql } from 'kysely';
import { OperatorError } from '../failure/operator-error.ts';
import { ours } from './connection.ts';
import type { DbOrTx } from './database.ts';

// search_path is a list of names, and quotes would make it one name.
const wanted = Object.entries({ ...ours, timezone: 'UTC' });
const perRole = wanted.map(([name, value]) =>
  (name === 'search_path' ? [name, value] : [name, `'${value}'`]).join(' = '),
);
const whatToDo = `connect to PostgreSQL itself; or have the pooler take them out (pool_mode = session, ignore_startup_parameters = options), and give the role of the URL what it needs (${perRole.map((each) => `alter role … set ${each}`).join('; ')}).`;

/**
 * Refuses a connection whose settings for names, times, texts or transactions differ from its options because a pooler
 * dropped them. Throws OperatorError.
 */
export async function assertSettings(db: DbOrTx, isTimezoneGiven: boolean): Promise<void> {
  const asked = wanted.map(([name]) => sql`pg_catalog.current_setting(${sql.lit(name)}) as ${sql.id(name)}`);
  const { rows } = await sql<Record<string, string>>`select ${sql.join(asked)}`.execute(db);
  const wrong = wanted.flatMap(([name, value]) => {
    const found = rows[0]?.[name] ?? '';
    const isRight = isSame(name, found, value) || (name === 'timezone' && isTimezoneGiven);
    return isRight ? [] : [`${name} is ${found}`];
  });
  if (wrong.length > 0)
    throw new OperatorError(
      `The options of the connection to PostgreSQL do not arrive (${wrong.join(', ')}), as through a pooler: ${whatToDo}`,
    );
}

/**
 * PostgreSQL shows some values in other words: lists with blanks, datestyle with the order of days, UTC by two names.
 */
function isSame(name: string, found: string, value: string): boolean {
  const said = found.replaceAll(', ', ',').replace(/^Etc\/UTC$/, 'UTC');
  return (name === 'datestyle' ? said.split(',')[0] : said) === value;
}

/** Replaces the error of a pooler that refuses options by one that says how to fix it. */
export function asRefusedOptions(error: unknown): unknown {
  const isRefused = error instanceof Error && 'code' in error && error.code === '08P01';
  if (!isRefused || !/startup parameter/.test(error.message)) return error;
  return new OperatorError(`The connection to PostgreSQL takes no options (${error.message}): ${whatToDo}`);
}
