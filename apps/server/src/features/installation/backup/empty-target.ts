import { sql } from 'kysely';
import { onlyRow } from '../../../platform/clickhouse/answer.ts';
import type { ClickHouse } from '../../../platform/clickhouse/client.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { Postgres } from '../../../platform/postgres/open-postgres.ts';
import { usageTables } from './restore-installation.ts';

/** Something is there already that a restore would overwrite. */
export class NotEmpty extends OperatorError {}

/** Throws NotEmpty. */
export async function assertEmptyRecords({ db }: Postgres): Promise<void> {
  const { rows } = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace
    union all select from pg_proc where pronamespace = 'public'::regnamespace
    union all select from pg_type where typnamespace = 'public'::regnamespace
    union all select from pg_namespace where nspname = 'jobs' limit 1`.execute(db);
  if (rows.length > 0)
    throw new NotEmpty('The PostgreSQL database is not empty: restore into a new one, or another DATA_DIR.');
}

/** Throws NotEmpty. */
export async function assertEmptyUsage(clickhouse: ClickHouse): Promise<void> {
  for (const table of usageTables) {
    const found = await clickhouse.query<{ rows: string }>(`SELECT count() AS rows FROM ${table}`);
    if (onlyRow(found).rows !== '0')
      throw new NotEmpty('The usage database is not empty: restore into a new one, or another DATA_DIR.');
  }
}
