import type { ClickHouse } from '#platform/clickhouse/client.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { restoring } from '../epoch/difference.ts';
import { usageTables } from './usage-parts.ts';

/**
 * Removes the data that the restore with this nonce has filled in. Its mark stays in PostgreSQL, so that no server
 * starts there.
 */
export async function removeFilled(postgres: Postgres, clickhouse: ClickHouse, nonce: string): Promise<void> {
  const told = await clickhouse.query<{ epoch: string }>('SELECT epoch FROM installation');
  if (told.length === 1 && told[0]?.epoch === restoring + nonce)
    for (const table of usageTables) await clickhouse.command(`TRUNCATE TABLE ${table}`);
  await postgres.script(dropWhatWasMade);
}

const ofExtension = (catalog: string) =>
  `exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;

// The schema held only objects of extensions before, so all others are ours.
const dropWhatWasMade = `
  drop schema if exists jobs cascade;
  do $$ declare made record; begin
    for made in select oid::regclass as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and oid <> to_regclass('public.restore_unfinished') and not ${ofExtension('pg_class')} loop
      execute format('drop table if exists %s cascade', made.name);
    end loop;
    for made in select oid::regclass as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' and not ${ofExtension('pg_class')} loop
      execute format('drop sequence if exists %s cascade', made.name);
    end loop;
    for made in select oid::regtype as name from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r') and not ${ofExtension('pg_type')} loop
      execute format('drop type if exists %s cascade', made.name);
    end loop;
    for made in select oid::regprocedure as name from pg_proc
      where pronamespace = 'public'::regnamespace and not ${ofExtension('pg_proc')} loop
      execute format('drop function if exists %s cascade', made.name);
    end loop;
  end $$`;
