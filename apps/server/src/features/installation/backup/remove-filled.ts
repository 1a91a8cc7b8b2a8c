import type { ClickHouse } from '../../../platform/clickhouse/client.ts';
import type { Postgres } from '../../../platform/postgres/open-postgres.ts';
import { restoring } from '../epoch/how-apart.ts';
import { usageTables } from './restore-installation.ts';

/** Removes what the restore with this nonce has filled, the mark that says so last. */
export async function removeFilled(postgres: Postgres, clickhouse: ClickHouse, nonce: string): Promise<void> {
  const told = await clickhouse.query<{ epoch: string }>('SELECT epoch FROM installation');
  if (told.length === 1 && told[0]?.epoch === restoring + nonce)
    for (const table of usageTables) await clickhouse.command(`TRUNCATE TABLE ${table}`);
  await postgres.script(dropWhatWasMade);
}

// The schema was empty, so that all in it is ours.
const dropWhatWasMade = `
  drop schema if exists jobs cascade;
  do $$ declare made record; begin
    for made in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('drop table if exists %s cascade', made.name);
    end loop;
    for made in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' loop
      execute format('drop sequence if exists %s cascade', made.name);
    end loop;
    for made in select oid::regtype as name from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r') loop
      execute format('drop type if exists %s cascade', made.name);
    end loop;
    for made in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace loop
      execute format('drop function if exists %s cascade', made.name);
    end loop;
  end $$`;
