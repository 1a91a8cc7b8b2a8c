import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { assertEmbeddable } from '#platform/clickhouse/embedded.ts';
import type { Config } from '#platform/config.ts';
import { lockDataDir } from '#platform/data-dir-lock.ts';
import { forgetEngines } from '#platform/engines/engines-file.ts';
import { openUsage } from '#platform/engines/open-engines.ts';
import { openRecordsServer } from '#platform/engines/records-server.ts';
import { installJobs } from '#platform/jobs/open-jobs.ts';
import type { Log } from '#platform/log.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { openOwner } from '#platform/postgres/app-login.ts';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { markRestore, unfinishedRestore } from '#platform/postgres/restore-mark.ts';
import { syncFolders } from '#platform/sync-folders.ts';
import { assertEmptyRecords, assertEmptyUsage } from './features/installation/backup/empty-target.ts';
import type { Manifest } from './features/installation/backup/manifest.ts';
import type { ClosableBackup, OpenBackup } from './features/installation/backup/open-backup.ts';
import { removeFilled } from './features/installation/backup/remove-filled.ts';
import { claimUsage, holdRecords } from './features/installation/backup/restore-alone.ts';
import { restoreInstallation } from './features/installation/backup/restore-installation.ts';
import { forgetUnfinishedDemo } from './features/installation/demo/unfinished-demo.ts';

/**
 * Restores into the databases that the configuration names, which must be empty, or hold a restore that did not finish.
 * A restore that fails removes its rows, and leaves its mark: a server that started there would begin an installation of
 * its own. Tells what is left out; answers what the backup says of itself.
 */
export async function restoreInto(
  config: Config,
  open: () => Promise<ClosableBackup>,
  log: Log,
  tell: (line: string) => void,
): Promise<Manifest> {
  const { dataDir, databaseUrl, clickhouseUrl, clickhouseMemoryBytes: memoryBytes, clickhouseTables } = config;
  let manifest: Manifest;
  const opened: { close(): Promise<void> | void }[] = [];
  try {
    const lock = lockDataDir(dataDir);
    opened.unshift({ close: async () => lock.release() });
    // Of a server that was killed: another command must not take us for it.
    forgetEngines(dataDir);
    if (clickhouseUrl === undefined) assertEmbeddable(dataDir);
    const server = await openRecordsServer(config, log);
    opened.unshift(server);
    const postgres = await openOwner(server);
    opened.unshift(postgres);
    opened.unshift(await holdRecords(server.ownerUrl));
    const before = await unfinishedRestore(postgres.db);
    if (before === undefined) await assertEmptyRecords(postgres);
    const clickhouse = await openUsage({ url: clickhouseUrl, dataDir, log, memoryBytes }, clickhouseTables);
    opened.unshift(clickhouse);
    if (before !== undefined) await removeFilled(postgres, clickhouse, before);
    await assertEmptyUsage(clickhouse);
    const nonce = before ?? randomUUID();
    if (before === undefined) await markRestore(postgres, nonce);
    const backup = await open();
    opened.unshift(backup);
    await assertKnown(clickhouse, backup);
    // It is about the embedded ones.
    if (databaseUrl === undefined || clickhouseUrl === undefined) forgetUnfinishedDemo(dataDir);
    await fill({ ownerUrl: server.ownerUrl, postgres, clickhouse, nonce, tell }, backup);
    manifest = backup.manifest;
  } finally {
    for (const each of opened) await each.close();
  }
  syncFolders(dataDir);
  return manifest;
}

interface Target {
  readonly ownerUrl: string;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  /** By which the databases are marked as filled by this restore. */
  readonly nonce: string;
  readonly tell: (line: string) => void;
}

async function fill({ ownerUrl, postgres, clickhouse, nonce, tell }: Target, backup: OpenBackup): Promise<void> {
  try {
    await claimUsage(clickhouse, nonce);
    await migratePostgres(postgres, { only: backup.manifest.postgres.migrations });
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

async function assertKnown(clickhouse: ClickHouse, { manifest }: OpenBackup): Promise<void> {
  const known = await clickhouse.query<{ name: string }>('SELECT DISTINCT name FROM schema_migrations');
  const stranger = manifest.clickhouse.migrations.find((name) => !known.some((row) => row.name === name));
  if (stranger) throw new OperatorError(`The backup is of a newer version: its usage database has ${stranger}.`);
}
