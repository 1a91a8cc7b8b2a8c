import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../apps/server/src/platform/clickhouse/embedded.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded/embedded-postgres.ts';

const log = { info: () => {}, warn: console.warn };

/**
 * Vitest's global setup: starts the engines that all test files of a run share, passes their addresses in environment
 * variables, and stops them at the end. Each file has databases of its own. They are the product's engines; PostgreSQL
 * runs with `mayForget`, so a power cut may lose its data.
 */
export default async function startEngines(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'usance-engines-'));
  const stops = await Promise.all([startPostgres(folder), startClickHouse(folder)]);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    rmSync(folder, { recursive: true, force: true });
  };
}

async function startPostgres(dataDir: string): Promise<() => Promise<void>> {
  // The variable names a running server that the tests use instead.
  if (process.env['TEST_POSTGRES_OWNER_URL']) return async () => {};
  const postgres = await startEmbeddedPostgres({ dataDir, log, mayForget: true });
  process.env['TEST_POSTGRES_OWNER_URL'] = postgres.ownerUrl;
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  return postgres.close;
}

async function startClickHouse(dataDir: string): Promise<() => Promise<void>> {
  if (process.env['TEST_CLICKHOUSE_URL']) return async () => {};
  const engine = await startEmbedded(dataDir, log);
  process.env['TEST_CLICKHOUSE_URL'] = `http://default:${engine.password}@127.0.0.1:${engine.port()}`;
  return engine.close;
}
