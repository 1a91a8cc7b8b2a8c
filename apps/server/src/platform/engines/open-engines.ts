import { fileURLToPath } from 'node:url';
import { type ClickHouse, openClickHouse } from '../clickhouse/client.ts';
import { assertEmbeddable } from '../clickhouse/embedded.ts';
import { assertMigrated, migrateClickHouse } from '../clickhouse/migrate.ts';
import { installJobs } from '../jobs/open-jobs.ts';
import type { Log } from '../log.ts';
import { judgeApart } from '../postgres/app-login.ts';
import { letUse } from '../postgres/app-role.ts';
import { assertDurable } from '../postgres/assert-durable.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts';
import { assertRestored } from '../postgres/restore-mark.ts';
import { plainTables, type TableLayout } from '../table-layout.ts';
import { openRecordsServer } from './records-server.ts';

export interface Engines {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  /** PostgreSQL for the role that migrates. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

interface Places {
  /** Each engine is embedded under `dataDir` where no URL is given. */
  readonly databaseUrl?: string | undefined;
  readonly databaseOwnerUrl?: string | undefined;
  readonly clickhouseUrl?: string | undefined;
  readonly clickhouseMemoryBytes?: number | undefined;
  readonly clickhouseTables?: TableLayout;
  readonly dataDir: string;
  readonly log: Log;
}

const clickhouseMigrations = fileURLToPath(new URL('../../../migrations/clickhouse/', import.meta.url));

/**
 * Both databases, brought to this version. Throws what `startEmbeddedPostgres`, `openRecords` and `openUsage` throw, and
 * then leaves none open.
 */
export async function openEngines({
  databaseUrl,
  databaseOwnerUrl,
  clickhouseUrl,
  clickhouseMemoryBytes: memoryBytes,
  clickhouseTables: tables,
  dataDir,
  log,
}: Places): Promise<Engines> {
  // Before the other is made.
  if (clickhouseUrl === undefined) assertEmbeddable(dataDir);
  const server = await openRecordsServer({ databaseUrl, databaseOwnerUrl, dataDir }, log);
  const postgres = await closingOnFailure(server, () => openRecords(server, { tell: (line) => log.warn(line) }));
  const closeRecords = async () => {
    await postgres.close();
    await server.close();
  };
  const clickhouse = await closingOnFailure({ close: closeRecords }, () =>
    openUsage({ url: clickhouseUrl, dataDir, log, memoryBytes }, tables),
  );
  const { ownerUrl } = server;
  return {
    postgres,
    clickhouse,
    ownerUrl,
    close: async () => void (await Promise.all([clickhouse.close(), closeRecords()])),
  };
}

interface RecordsPlace {
  readonly url: string;
  /** Of the role that migrates; the one in `url` where there is none beside it. */
  readonly ownerUrl?: string;
}

/**
 * PostgreSQL at the place, brought to this version. Throws NotDurable for a server that may forget what it acknowledged,
 * unless `mayForget` says that nothing will be missed, and PostgresNewerThanCode.
 *
 * @internal for tests, which open one engine without the other
 */
export async function openRecords(
  { url, ownerUrl = url }: RecordsPlace,
  { mayForget = false, tell }: { mayForget?: boolean; tell?: (line: string) => void } = {},
): Promise<Postgres> {
  const postgres = await openPostgres(url);
  return closingOnFailure(postgres, async () => {
    if (!mayForget) await assertDurable(postgres.db);
    await assertRestored(postgres.db);
    const owner = await openPostgres(ownerUrl);
    try {
      // Before the owner runs what could call something of the application's.
      const apart = await judgeApart(postgres, owner);
      await migratePostgres(owner, tell ? { tell } : {});
      await installJobs(owner);
      if (apart) await letUse(owner, apart);
    } finally {
      await owner.close();
    }
    return postgres;
  });
}

/** ClickHouse at the place, brought to this version. Throws DataDirInUse and ClickHouseNewerThanCode. */
export async function openUsage(
  where: Parameters<typeof openClickHouse>[0],
  tables = plainTables,
): Promise<ClickHouse> {
  const clickhouse = await openClickHouse(where);
  return closingOnFailure(clickhouse, async () => {
    await migrateClickHouse(clickhouse, clickhouseMigrations, tables);
    return clickhouse;
  });
}

/** Refuses a usage database that another version made, or none. Throws OperatorError. */
export function assertUsageOfThisVersion(clickhouse: ClickHouse): Promise<void> {
  return assertMigrated(clickhouse, clickhouseMigrations);
}

async function closingOnFailure<T>(opened: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await opened.close();
    throw error;
  }
}
