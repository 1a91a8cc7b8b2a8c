import { openClickHouse } from '#platform/clickhouse/client.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Stores } from '#platform/context/context.ts';
import { DataDirBusy, lockDataDir } from '#platform/data-dir/data-dir-lock.ts';
import { enginesOfRunningServer, forgetEngines } from '#platform/engines/engines-file.ts';
import { openRecordsServer } from '#platform/engines/records-server.ts';
import type { Log } from '#platform/log.ts';
import { assertThisVersion } from '#platform/postgres/migrate.ts';
import { assertRestored } from '#platform/postgres/restore-mark.ts';
import { openOwner } from '#platform/postgres/role/app-login.ts';
import { openClock } from './features/installation/test-clock/movable-clock.ts';

export interface OpenInstallation {
  readonly deps: Stores;
  /** The URL of PostgreSQL for the owner of its tables. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/**
 * Opens the configured installation for a command: on the engines of its running server, or on engines started for it.
 * Throws OperatorError, also for an installation of another version.
 */
export async function openInstallation(config: Config, log: Log): Promise<OpenInstallation> {
  const isEmbedded = config.databaseUrl === undefined || config.clickhouseUrl === undefined;
  const lock = isEmbedded ? lockUnlessBusy(config.dataDir) : undefined;
  if (isEmbedded && lock === undefined) return besideServer(config, log);
  const opened: { close(): Promise<void> }[] = [{ close: async () => lock?.release() }];
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
  };
  try {
    const server = await openRecordsServer(config, log);
    opened.push(server);
    const postgres = await openOwner(server);
    opened.push(postgres);
    await assertRestored(postgres.db);
    await assertThisVersion(postgres);
    const { clickhouseUrl: url, clickhouseMemoryBytes: memoryBytes, dataDir } = config;
    const clickhouse = await openClickHouse({ url, dataDir, log, memoryBytes });
    opened.push(clickhouse);
    return {
      deps: { db: postgres.db, clickhouse, clock: await openClock(postgres.db, systemClock), log },
      ownerUrl: server.ownerUrl,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function besideServer(config: Config, log: Log): Promise<OpenInstallation> {
  const { databaseUrl, dataDir } = config;
  const { ownerUrl, clickhouseUrl } = enginesOfRunningServer(dataDir, config);
  const postgres = await openOwner({ url: databaseUrl ?? ownerUrl, ownerUrl });
  try {
    await assertRestored(postgres.db);
    await assertThisVersion(postgres);
    const clickhouse = await openClickHouse({ url: clickhouseUrl, dataDir, log });
    const close = async () => void (await Promise.all([postgres.close(), clickhouse.close()]));
    return {
      deps: { db: postgres.db, clickhouse, clock: await openClock(postgres.db, systemClock), log },
      ownerUrl,
      close,
    };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

function lockUnlessBusy(dataDir: string): { release(): void } | undefined {
  try {
    const lock = lockDataDir(dataDir);
    // Addresses of a killed server: another command must not take us for it and work beside us.
    forgetEngines(dataDir);
    return lock;
  } catch (error) {
    if (error instanceof DataDirBusy) return undefined;
    throw error;
  }
}
