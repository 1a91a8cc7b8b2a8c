import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type OpenBackup,
  restoreInstallation,
  usageTables,
} from './features/installation/backup/restore-installation.ts';
import { forgetUnfinishedDemo } from './features/installation/demo/unfinished-demo.ts';
import { restoring } from './features/installation/epoch/how-apart.ts';
import { onlyRow } from './platform/clickhouse/answer.ts';
import type { ClickHouse } from './platform/clickhouse/client.ts';
import { assertEmbeddable } from './platform/clickhouse/embedded.ts';
import type { Config } from './platform/config.ts';
import { lockDataDir } from './platform/data-dir-lock.ts';
import { openUsage } from './platform/engines/open-engines.ts';
import { openRecordsServer } from './platform/engines/records-server.ts';
import { installJobs } from './platform/jobs/open-jobs.ts';
import type { Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { openOwner } from './platform/postgres/app-login.ts';
import { migratePostgres } from './platform/postgres/migrate.ts';
import { openPatient } from './platform/postgres/open-patient.ts';
import type { Postgres } from './platform/postgres/open-postgres.ts';
import { markRestore, unfinishedRestore } from './platform/postgres/restore-mark.ts';
import { syncFolders } from './platform/sync-folders.ts';

/** Something is there already that a restore would overwrite. */
class NotEmpty extends OperatorError {}

/**
 * Restores into the databases that the configuration names, which must be empty, or have been filled by a restore that
 * was cut off. What it has filled goes when it fails. Tells what is left out.
 */
export async function restoreInto(
  config: Config,
  backup: OpenBackup,
  log: Log,
  tell: (line: string) => void,
): Promise<void> {
  const { dataDir, clickhouseUrl } = config;
  const opened: { close(): Promise<void> }[] = [];
  try {
    const lock = lockDataDir(dataDir);
    opened.unshift({ close: async () => lock.release() });
    if (clickhouseUrl === undefined) assertEmbeddable(dataDir);
    const server = await openRecordsServer(config, log);
    opened.unshift(server);
    const postgres = await openOwner(server);
    opened.unshift(postgres);
    opened.unshift(await alone(server.ownerUrl));
    const before = await unfinishedRestore(postgres.db);
    if (before === undefined) await assertEmptyRecords(postgres);
    const clickhouse = await openUsage({ url: clickhouseUrl, dataDir, log });
    opened.unshift(clickhouse);
    if (before !== undefined) await removeFilled(postgres, clickhouse, before);
    await assertEmptyUsage(clickhouse);
    await assertKnown(clickhouse, backup);
    forgetUnfinishedDemo(dataDir);
    await fill({ ownerUrl: server.ownerUrl, postgres, clickhouse, tell }, backup);
  } finally {
    for (const each of opened) await each.close();
  }
  syncFolders(dataDir);
}

/** Holds the database against another restore into it, for as long as it is open. */
async function alone(url: string): Promise<{ close(): Promise<void> }> {
  const client = await openPatient(url);
  const { rows } = await client.query<{ is_mine: boolean }>(
    `select pg_try_advisory_lock(hashtext('restore')) as is_mine`,
  );
  if (rows[0]?.is_mine) return { close: () => client.end() };
  await client.end();
  throw new NotEmpty('Another restore fills this PostgreSQL database.');
}

interface Target {
  readonly ownerUrl: string;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly tell: (line: string) => void;
}

async function fill({ ownerUrl, postgres, clickhouse, tell }: Target, backup: OpenBackup): Promise<void> {
  const nonce = randomUUID();
  await markRestore(postgres, nonce);
  try {
    await claimUsage(clickhouse, nonce);
    await migratePostgres(postgres, backup.manifest.postgres.migrations);
    await installJobs(postgres);
    await restoreInstallation({ ownerUrl, db: postgres.db, clickhouse, epoch: nonce, tell }, backup);
  } catch (error) {
    // Whether it was committed must be known. Where the mark stays, the next restore does what is not done here.
    if ((await unfinishedRestore(postgres.db).catch(() => undefined)) === nonce)
      await removeFilled(postgres, clickhouse, nonce).catch(() => {});
    throw error;
  }
  await migratePostgres(postgres);
}

/** Says who fills the usage database, and then looks who else does: of two that begin together at most one goes on. */
async function claimUsage(clickhouse: ClickHouse, nonce: string): Promise<void> {
  await clickhouse.insert('installation', [{ epoch: restoring + nonce, begun_at: new Date(0).toISOString() }]);
  const told = await clickhouse.query<{ epoch: string }>('SELECT epoch FROM installation');
  if (told.length === 1) return;
  await clickhouse.command(
    'ALTER TABLE installation DELETE WHERE epoch = {epoch:String}',
    { epoch: restoring + nonce },
    { mutations_sync: '2' },
  );
  throw new NotEmpty('Another restore fills this usage database.');
}

/** Removes what the restore with this nonce has filled, the mark that says so last. */
async function removeFilled(postgres: Postgres, clickhouse: ClickHouse, nonce: string): Promise<void> {
  const told = await clickhouse.query<{ epoch: string }>('SELECT epoch FROM installation');
  if (told.length === 1 && told[0]?.epoch === restoring + nonce)
    for (const table of usageTables) await clickhouse.command(`TRUNCATE TABLE ${table}`);
  await postgres.script(dropWhatWasMade);
}

async function assertKnown(clickhouse: ClickHouse, { manifest }: OpenBackup): Promise<void> {
  const known = await clickhouse.query<{ name: string }>('SELECT DISTINCT name FROM schema_migrations');
  const stranger = manifest.clickhouse.migrations.find((name) => !known.some((row) => row.name === name));
  if (stranger) throw new OperatorError(`The backup is of a newer version: its usage database has ${stranger}.`);
}

async function assertEmptyRecords({ db }: Postgres): Promise<void> {
  const { rows } = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace
    union all select from pg_proc where pronamespace = 'public'::regnamespace
    union all select from pg_type where typnamespace = 'public'::regnamespace
    union all select from pg_namespace where nspname = 'jobs' limit 1`.execute(db);
  if (rows.length > 0)
    throw new NotEmpty('The PostgreSQL database is not empty: restore into a new one, or another DATA_DIR.');
}

async function assertEmptyUsage(clickhouse: ClickHouse): Promise<void> {
  for (const table of usageTables) {
    const found = await clickhouse.query<{ rows: string }>(`SELECT count() AS rows FROM ${table}`);
    if (onlyRow(found).rows !== '0')
      throw new NotEmpty('The usage database is not empty: restore into a new one, or another DATA_DIR.');
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
