import { type RawBuilder, sql } from 'kysely';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { configuredTokenId } from '../../people/token/token.ts';

/** Tables that have rows before first use: from starting, from rounds, and from attempts to sign in. */
const unusedTables = [
  'schema_migration',
  'installation',
  'installation_mode',
  'usage_database',
  'last_backup',
  'rating_terms',
  'calendar_tick',
  'sign_in_failure',
  'sign_in_address',
];

/**
 * True if an installation holds no user data, so that the demonstration can be made in it. No other table may have
 * rows, tables of administrators included, nor may the usage database. An unreadable table counts as user data.
 */
export async function isInstallationEmpty({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<boolean> {
  return !(await holdsRecords(db)) && !(await holdsUsage(clickhouse));
}

async function holdsRecords(db: DbOrTx): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string; isOpen: boolean }>`
    select relname as name, has_table_privilege(oid, 'select') as "isOpen" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'f') and relname <> all(${unusedTables})
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`.execute(
    db,
  );
  if (tables.some(({ isOpen }) => !isOpen)) return true;
  const holds = sql.join(
    tables.map(({ name }) => holdsRow(name)),
    sql` or `,
  );
  const { rows } = await sql<{ holds: boolean }>`select ${holds} as holds`.execute(db);
  return rows[0]?.holds !== false;
}

function holdsRow(table: string): RawBuilder<boolean> {
  const others = table === 'internal_token' ? sql`where id <> ${configuredTokenId}` : sql``;
  return sql`exists (select from ${sql.id('public', table)} ${others})`;
}

async function holdsUsage(clickhouse: ClickHouse): Promise<boolean> {
  const counted = await clickhouse.query<{ rows: string }>(
    'SELECT (SELECT count() FROM usage_record) + (SELECT count() FROM purchase) AS rows',
  );
  return onlyRow(counted).rows !== '0';
}
