import { type RawBuilder, sql } from 'kysely';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { configuredTokenId } from '../../people/token/token.ts';

/** What is in there before anybody has used it: of starting, of going round, and of who stood at the door. */
const nobodys = [
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
 * Whether an installation holds nothing of anybody's, so that the demonstration can be made in it: not a row in any other
 * table, one of the administrator's own included, nor in the usage database. A table that cannot be looked into counts as
 * somebody's.
 */
export async function isInstallationEmpty({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>): Promise<boolean> {
  return !(await holdsRecords(db)) && !(await holdsUsage(clickhouse));
}

async function holdsRecords(db: DbOrTx): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string; isOpen: boolean }>`
    select relname as name, has_table_privilege(oid, 'select') as "isOpen" from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'f') and relname <> all(${nobodys})
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
