import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../apps/server/src/platform/clickhouse/embedded.ts';
import { findPostgres } from '../system-packages.mjs';
import { startThrowawayPostgres } from './throwaway-postgres.mjs';

/**
 * Vitest's global setup: the engines that all test files of a run share, each file in databases of its own. Started
 * once, told by environment variables, stopped at the end. Without PostgreSQL on the machine each file has PGlite.
 */
export default async function startEngines() {
  const stops = await Promise.all([startPostgres(), startClickHouse()]);
  return () => Promise.all(stops.map((stop) => stop()));
}

async function startPostgres() {
  const binaries = findPostgres();
  // Whoever names a server wants the tests on that one.
  if (process.env.TEST_POSTGRES_URL || binaries === undefined) return () => {};
  const postgres = await startThrowawayPostgres(binaries);
  process.env.TEST_POSTGRES_URL = postgres.durableUrl;
  process.env.TEST_FAST_POSTGRES_URL = postgres.fastUrl;
  return postgres.stop;
}

async function startClickHouse() {
  if (process.env.TEST_CLICKHOUSE_URL) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'usance-clickhouse-'));
  const engine = await startEmbedded(folder, { info: () => {}, warn: console.warn });
  process.env.TEST_CLICKHOUSE_URL = `http://default:${engine.password}@127.0.0.1:${engine.port()}`;
  return async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
