import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouse, openClickHouse } from '#platform/clickhouse/client.ts';
import { openUsage } from '#platform/engines/open-engines.ts';
import { silent } from './silent-log.ts';

/**
 * Opens a migrated usage database for one test file, on the shared engine of TEST_CLICKHOUSE_URL. Without it, starts an
 * engine, which takes a second.
 */
export async function openTestClickHouse(): Promise<ClickHouse> {
  const server = process.env['TEST_CLICKHOUSE_URL'];
  return server ? onServer(server) : onItsOwn();
}

async function onServer(server: string): Promise<ClickHouse> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const place = { dataDir: tmpdir(), log: silent };
  const outside = await openClickHouse({ url: server, ...place });
  await outside.command(`CREATE DATABASE ${database}`);
  const clickhouse = await openUsage({ url: new URL(database, server).href, ...place });
  return {
    ...clickhouse,
    close: async () => {
      await clickhouse.close();
      await outside.command(`DROP DATABASE ${database}`);
      await outside.close();
    },
  };
}

async function onItsOwn(): Promise<ClickHouse> {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-test-'));
  const clickhouse = await openUsage({ dataDir, log: silent });
  return {
    ...clickhouse,
    // A getter, because the client changes when the engine restarts.
    get client() {
      return clickhouse.client;
    },
    close: async () => {
      await clickhouse.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
