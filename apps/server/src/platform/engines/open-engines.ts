import { fileURLToPath } from 'node:url';
import { type ClickHouse, openClickHouse } from '../clickhouse/client.ts';
import { assertEmbeddable } from '../clickhouse/embedded.ts';
import { assertMigrated, assertOneShard, migrateClickHouse } from '../clickhouse/migrate.ts';
import { plainTables, type TableLayout } from '../config/table-layout.ts';
import { installJobs } from '../jobs/open-jobs.ts';
import type { Log } from '../log.ts';
import { assertDurable } from '../postgres/assert-durable.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts';
import { assertRestored } from '../postgres/restore-mark.ts';
import { judgeApart } from '../postgres/role/app-login.ts';
import { grantAppRights } from '../postgres/role/app-role.ts';
import { openRecordsServer } from './records-server.ts';

export interface Engines {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  /** The URL of PostgreSQL for the role that migrates. */
  readonly ownerUrl: string;
  close(): Promise<void>;
}

interface Places {
  /** Each engine without a URL is embedded under `dataDir`. */
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
 * Opens both databases, migrated to this version. Throws the errors of `startEmbeddedPostgres`, `openRecords` and
 * `openUsage`, and then leaves none open.
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
  // Checked before PostgreSQL is created.
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
  /** The URL of the role that migrates; defaults to `url`. */
  readonly ownerUrl?: string;
}

/**
 * Opens PostgreSQL, migrated to this version. Throws PostgresNewerThanCode, and NotDurable for a server that may lose
 * acknowledged writes, unless `mayForget` allows that.
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
      // Checked before the owner runs SQL that could call a function of the application role.
      const apart = await judgeApart(postgres, owner);
      await migratePostgres(owner, tell ? { tell } : {});
      await installJobs(owner);
      if (apart) await grantAppRights(owner, apart);
    } finally {
      await owner.close();
    }
    return postgres;
  });
}

/** Opens ClickHouse, migrated to this version. Throws DataDirInUse and ClickHouseNewerThanCode. */
export async function openUsage(
  where: Parameters<typeof openClickHouse>[0],
  tables = plainTables,
): Promise<ClickHouse> {
  const clickhouse = await openClickHouse(where);
  return closingOnFailure(clickhouse, async () => {
    await assertOneShard(clickhouse, tables);
    await migrateClickHouse(clickhouse, clickhouseMigrations, tables);
    return clickhouse;
  });
}

/** Refuses a usage database that another version created, or that is empty. Throws OperatorError. */
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
