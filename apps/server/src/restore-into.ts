import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { assertEmbeddable } from '#platform/clickhouse/embedded.ts';
import type { Config } from '#platform/config/config.ts';
import { lockDataDir } from '#platform/data-dir/data-dir-lock.ts';
import { syncFolders } from '#platform/data-dir/sync-folders.ts';
import { forgetEngines } from '#platform/engines/engines-file.ts';
import { openUsage } from '#platform/engines/open-engines.ts';
import { openRecordsServer } from '#platform/engines/records-server.ts';
import { OperatorError } from '#platform/failure/operator-error.ts';
import { installJobs } from '#platform/jobs/open-jobs.ts';
import type { Log } from '#platform/log.ts';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { markRestore, unfinishedRestore } from '#platform/postgres/restore-mark.ts';
import { openOwner } from '#platform/postgres/role/app-login.ts';
import { assertEmptyRecords, assertEmptyUsage } from './features/installation/backup/empty-target.ts';
import type { Manifest } from './features/installation/backup/manifest.ts';
import type { ClosableBackup, OpenBackup } from './features/installation/backup/open-backup.ts';
import { removeFilled } from './features/installation/backup/remove-filled.ts';
import { claimUsage, lockRecords } from './features/installation/backup/restore-alone.ts';
import { restoreInstallation } from './features/installation/backup/restore-installation.ts';
import { forgetUnfinishedDemo } from './features/installation/demo/unfinished-demo.ts';

/**
 * Restores into the configured databases, which must be empty or hold an unfinished restore. A failed restore removes
 * its rows but leaves its mark, so that no server starts a new installation there. Reports skipped parts; returns the
 * manifest of the backup.
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
    // Addresses of a killed server: another command must not take us for it.
    forgetEngines(dataDir);
    if (clickhouseUrl === undefined) assertEmbeddable(dataDir);
    const server = await openRecordsServer(config, log);
    opened.unshift(server);
    const postgres = await openOwner(server);
    opened.unshift(postgres);
    opened.unshift(await lockRecords(server.ownerUrl));
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
    // The mark concerns embedded databases.
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
  /** The mark of this restore in both databases. */
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
    // Clears only a restore that was surely not committed. If the mark stays, the next restore clears it.
    if ((await unfinishedRestore(postgres.db).catch(() => undefined)) === nonce)
      await removeFilled(postgres, clickhouse, nonce).catch(() => {});
    throw error;
  }
  await migratePostgres(postgres);
}

async function assertKnown(clickhouse: ClickHouse, { manifest }: OpenBackup): Promise<void> {
  const known = await clickhouse.query<{ name: string }>('SELECT DISTINCT name FROM schema_migrations');
  const stranger = manifest.clickhouse.migrations.find((name) => !known.some((row) => row.name === name));
  if (stranger) throw new OperatorError(`The backup comes from a newer version: its usage database has ${stranger}.`);
}
