import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type App, buildApp } from '../app.ts';
import { type ClickHouse, openClickHouse } from '../platform/clickhouse/client.ts';
import { migrateClickHouse, tableLayoutFromEnv } from '../platform/clickhouse/migrate.ts';
import { ManualClock } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { migratePostgres } from '../platform/postgres/migrate.ts';
import { openTestPostgres } from './test-postgres.ts';

export interface TestApp extends App {
  readonly deps: Deps;
  readonly clock: ManualClock;
  close(): Promise<void>;
}

const clickhouseMigrations = fileURLToPath(new URL('../../migrations/clickhouse/', import.meta.url));

export const testToken = 'test-internal-token-0123456789';

/**
 * The whole server over real engines and a clock that the test moves: PGlite, or the PostgreSQL that
 * TEST_POSTGRES_URL names; chDB only where a test asks for it, since it takes a second to start.
 */
export async function startTestApp(options: { now?: string; clickhouse?: boolean } = {}): Promise<TestApp> {
  const clock = new ManualClock(options.now ?? '2026-10-15T12:00:00Z');
  const log = pino({ level: 'silent' });
  const postgres = await openTestPostgres();
  await migratePostgres(postgres);
  const folder = mkdtempSync(join(tmpdir(), 'usance-test-'));
  const clickhouse = options.clickhouse ? await openClickHouse({ dataDir: folder, log }) : absentClickHouse;
  if (options.clickhouse) await migrateClickHouse(clickhouse, clickhouseMigrations, tableLayoutFromEnv({}));
  const deps: Deps = { db: postgres.db, clickhouse, clock, log };
  const app = await buildApp(deps, { version: 'test', internalToken: testToken });
  return {
    ...app,
    deps,
    clock,
    close: async () => {
      await app.publicListener.close();
      await app.internalListener.close();
      if (options.clickhouse) await clickhouse.close();
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const absentClickHouse = new Proxy({} as ClickHouse, {
  get: () => {
    throw new Error('This test did not ask for ClickHouse: startTestApp({ clickhouse: true })');
  },
});
