import { sql } from 'kysely';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { OperatorError } from '#platform/failure/operator-error.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { usageTables } from './usage-parts.ts';

/** The target holds data that a restore would overwrite. */
export class NotEmpty extends OperatorError {}

/** Throws NotEmpty if PostgreSQL has objects. */
export async function assertEmptyRecords({ db }: Postgres): Promise<void> {
  // Objects of extensions do not count, because new databases may come with extensions.
  const { rows } = await sql`
    with there (classid, objid) as (
      select 'pg_class'::regclass, oid from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all select 'pg_proc'::regclass, oid from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'pg_type'::regclass, pg_type.oid from pg_type left join pg_class on pg_class.oid = typrelid
        where typnamespace = 'public'::regnamespace and (typtype in ('d', 'e', 'r') or relkind = 'c')
      union all select 'pg_namespace'::regclass, oid from pg_namespace where nspname = 'jobs'
    )
    select from there where not exists (select from pg_depend
      where pg_depend.classid = there.classid and pg_depend.objid = there.objid and deptype = 'e') limit 1`.execute(db);
  if (rows.length > 0)
    throw new NotEmpty('The PostgreSQL database is not empty: restore into a new one, or another DATA_DIR.');
}

/** Throws NotEmpty if the usage database has rows. */
export async function assertEmptyUsage(clickhouse: ClickHouse): Promise<void> {
  for (const table of usageTables) {
    const found = await clickhouse.query<{ rows: string }>(`SELECT count() AS rows FROM ${table}`);
    if (onlyRow(found).rows !== '0')
      throw new NotEmpty('The usage database is not empty: restore into a new one, or another DATA_DIR.');
  }
}
