import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import { ours } from './connection.ts';
import type { DbOrTx } from './database.ts';

// A list of names, which quotes would make one of.
const wanted = Object.entries({ ...ours, timezone: 'UTC' });
const perRole = wanted.map(([name, value]) =>
  (name === 'search_path' ? [name, value] : [name, `'${value}'`]).join(' = '),
);
const whatToDo = `connect to PostgreSQL itself; or have the pooler take them out (pool_mode = session, ignore_startup_parameters = options), and give the role of the URL what it needs (${perRole.map((each) => `alter role … set ${each}`).join('; ')}).`;

/**
 * Refuses a connection on which names, times, texts or transactions mean something else than was asked for in its options:
 * what stands between has dropped them. Throws OperatorError.
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

/** PostgreSQL's words for the same differ: it lists with blanks, says with datestyle in which order days are read, and knows UTC by two names. */
function isSame(name: string, found: string, value: string): boolean {
  const said = found.replaceAll(', ', ',').replace(/^Etc\/UTC$/, 'UTC');
  return (name === 'datestyle' ? said.split(',')[0] : said) === value;
}

/** In the place of an error that says that something in between takes no options, one that says what to do. */
export function asRefusedOptions(error: unknown): unknown {
  const isRefused = error instanceof Error && 'code' in error && error.code === '08P01';
  if (!isRefused || !/startup parameter/.test(error.message)) return error;
  return new OperatorError(`The connection to PostgreSQL takes no options (${error.message}): ${whatToDo}`);
}
