import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  type OpenBackup,
  restoreInstallation,
  usageTables,
} from './features/installation/backup/restore-installation.ts';
import { markRestore, unfinishedRestore, unmarkRestore } from './features/installation/backup/unfinished-restore.ts';
import type { ClickHouse } from './platform/clickhouse/client.ts';
import type { Config } from './platform/config.ts';
import { lockDataDir } from './platform/data-dir-lock.ts';
import { openUsage } from './platform/engines/open-engines.ts';
import { installJobs } from './platform/jobs/open-jobs.ts';
import type { Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded/embedded-postgres.ts';
import { migratePostgres } from './platform/postgres/migrate.ts';
import { openPostgres, type Postgres } from './platform/postgres/open-postgres.ts';

/** Something is there already that a restore would overwrite. */
class NotEmpty extends OperatorError {}

/** What was filled could not be emptied again; the next try does it. */
class NotRemoved extends OperatorError {}

/** Restores into the databases that the configuration names, which must be empty. What was made for it goes when it fails. */
export async function restoreInto(config: Config, backup: OpenBackup, log: Log): Promise<void> {
  const { dataDir, databaseUrl, clickhouseUrl } = config;
  const lock = databaseUrl && clickhouseUrl ? undefined : lockDataDir(dataDir);
  const own = [...(databaseUrl ? [] : ['postgres']), ...(clickhouseUrl ? [] : ['clickhouse'])];
  try {
    const before = unfinishedRestore(config);
    if (before !== undefined) removeAll(dataDir, own);
    const taken = own.find((folder) => existsSync(join(dataDir, folder)));
    if (taken) throw new NotEmpty(`${join(dataDir, taken)} is there already: restore into another DATA_DIR.`);
    if (before === undefined && own.length > 0) markRestore(config, 'begun');
    await fill(config, backup, log, before === 'filling').catch((error: unknown) => {
      removeAll(dataDir, own);
      if (!(error instanceof NotRemoved)) unmarkRestore(config);
      throw error;
    });
    unmarkRestore(config);
  } finally {
    lock?.release();
  }
}

function removeAll(dataDir: string, folders: readonly string[]): void {
  for (const folder of folders) rmSync(join(dataDir, folder), { recursive: true, force: true });
}

async function fill(config: Config, backup: OpenBackup, log: Log, isOurs: boolean): Promise<void> {
  const { dataDir, databaseUrl, databaseOwnerUrl = databaseUrl, clickhouseUrl } = config;
  const server =
    databaseOwnerUrl === undefined
      ? await startEmbeddedPostgres({ dataDir, log })
      : { ownerUrl: databaseOwnerUrl, close: async () => {} };
  const opened: { close(): Promise<void> }[] = [server];
  try {
    const postgres = await openPostgres(server.ownerUrl);
    opened.unshift(postgres);
    const clickhouse = await openUsage({ url: clickhouseUrl, dataDir, log });
    opened.unshift(clickhouse);
    if (isOurs) await removeRows(postgres, clickhouse);
    await assertEmpty(postgres, clickhouse);
    await assertKnown(clickhouse, backup);
    markRestore(config, 'filling');
    const target = { ownerUrl: server.ownerUrl, db: postgres.db, clickhouse };
    try {
      await makeTables(postgres, backup);
      await restoreInstallation(target, backup);
      await migratePostgres(postgres);
    } catch (error) {
      await removeRows(postgres, clickhouse).catch(() => {
        const why = error instanceof Error ? error.message : String(error);
        throw new NotRemoved(`The restore failed (${why}), and a database could not be emptied again: restore again.`);
      });
      throw error;
    }
  } finally {
    for (const each of opened) await each.close();
  }
}

/** Only where both were found empty before: then all that is there is ours. */
async function removeRows(postgres: Postgres, clickhouse: ClickHouse): Promise<void> {
  await postgres.script(dropWhatWasMade);
  for (const table of usageTables) await clickhouse.command(`TRUNCATE TABLE ${table}`);
}

async function assertKnown(clickhouse: ClickHouse, { manifest }: OpenBackup): Promise<void> {
  const known = await clickhouse.query<{ name: string }>('SELECT DISTINCT name FROM schema_migrations');
  const stranger = manifest.clickhouse.migrations.find((name) => !known.some((row) => row.name === name));
  if (stranger) throw new OperatorError(`The backup is of a newer version: its usage database has ${stranger}.`);
}

async function assertEmpty({ db }: Postgres, clickhouse: ClickHouse): Promise<void> {
  const { rows } = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace
    union all select from pg_proc where pronamespace = 'public'::regnamespace
    union all select from pg_type where typnamespace = 'public'::regnamespace
    union all select from pg_namespace where nspname = 'jobs' limit 1`.execute(db);
  if (rows.length > 0) throw new NotEmpty('The PostgreSQL database is not empty: restore into a new one.');
  for (const table of usageTables) {
    const [found] = await clickhouse.query<{ rows: string }>(`SELECT count() AS rows FROM ${table}`);
    if (found?.rows !== '0') throw new NotEmpty('The usage database is not empty: restore into a new one.');
  }
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

async function makeTables(postgres: Postgres, { manifest }: OpenBackup): Promise<void> {
  await migratePostgres(postgres, manifest.postgres.migrations);
  await installJobs(postgres);
}
