import { fileURLToPath } from 'node:url';
import { type ClickHouse, openClickHouse } from '../clickhouse/client.ts';
import { migrateClickHouse, tableLayoutFromEnv } from '../clickhouse/migrate.ts';
import type { Log } from '../log.ts';
import { assertDurable } from '../postgres/assert-durable.ts';
import { migratePostgres } from '../postgres/migrate.ts';
import { openPostgres, type Postgres } from '../postgres/open-postgres.ts';

export interface Engines {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  close(): Promise<void>;
}

interface Places {
  /** Each engine is embedded under `dataDir` where no URL is given. */
  readonly databaseUrl?: string | undefined;
  readonly clickhouseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
}

const clickhouseMigrations = fileURLToPath(new URL('../../../migrations/clickhouse/', import.meta.url));

/** Both databases, brought to this version. Throws what `openRecords` and `openUsage` throw, and then leaves none open. */
export async function openEngines({ databaseUrl, clickhouseUrl, dataDir, log }: Places): Promise<Engines> {
  const postgres = await openRecords(databaseUrl === undefined ? { dataDir } : { url: databaseUrl });
  const clickhouse = await closingOnFailure(postgres, () => openUsage({ url: clickhouseUrl, dataDir, log }));
  return {
    postgres,
    clickhouse,
    close: async () => void (await Promise.all([clickhouse.close(), postgres.close()])),
  };
}

/**
 * PostgreSQL at the place, brought to this version. Throws NotDurable for a server that may forget what it acknowledged,
 * unless `mayForget` says that nothing will be missed, and PostgresNewerThanCode.
 *
 * @internal for tests, which open one engine without the other
 */
export async function openRecords(
  where: Parameters<typeof openPostgres>[0],
  { mayForget = false } = {},
): Promise<Postgres> {
  const postgres = await openPostgres(where);
  return closingOnFailure(postgres, async () => {
    if (!mayForget) await assertDurable(postgres);
    await migratePostgres(postgres);
    return postgres;
  });
}

/**
 * ClickHouse at the place, brought to this version. Throws DataDirInUse and ClickHouseNewerThanCode.
 *
 * @internal for tests, which open one engine without the other
 */
export async function openUsage(where: Parameters<typeof openClickHouse>[0]): Promise<ClickHouse> {
  const clickhouse = await openClickHouse(where);
  return closingOnFailure(clickhouse, async () => {
    await migrateClickHouse(clickhouse, clickhouseMigrations, tableLayoutFromEnv(process.env));
    return clickhouse;
  });
}

async function closingOnFailure<T>(opened: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await opened.close();
    throw error;
  }
}
