import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { openEngines } from '#platform/engines/open-engines.ts';
import { connectionTo } from '#platform/postgres/connection.ts';
import { ownerRole } from '#platform/postgres/embedded/cluster.ts';
import { familyOf } from '#testing/process/process-family.ts';
import { killServers, spawnServer, startServerProcess } from '#testing/process/server-process.ts';
import { silent } from '#testing/silent-log.ts';
import { verifyInstallation } from './features/installation/verify/verify-installation.ts';

afterEach(killServers);

const limitMs = 60_000;
const migrations = (folder: 'postgres' | 'clickhouse') =>
  readdirSync(new URL(`../migrations/${folder}/`, import.meta.url)).filter((name) => name.endsWith('.sql')).length;

/**
 * The stages of a start, in order; each start continues from the point where the last was killed. The kills alternate
 * between the server alone and all its processes.
 */
const stages: readonly (readonly [name: string, isReached: (dataDir: string) => boolean | Promise<boolean>])[] = [
  ['a secret is made', has('internal-token')],
  ['PostgreSQL makes its database', has('postgres/data.unfinished/PG_VERSION')],
  ['its database is made', has('postgres/data/PG_VERSION')],
  ['PostgreSQL serves', asks("select from pg_database where datname = 'usance'", 'postgres')],
  ['the first migration is done', asks('select from schema_migration')],
  ['half of the migrations are', asks(migrated(1 / 2))],
  ['all are', asks(migrated(1))],
  ['the usage database is begun', has('clickhouse')],
  ['its first table is made', hasTable('schema_migrations')],
  ['its last is', hasTable('installation')],
  ['a demonstration is begun', has('demo-unfinished')],
  ['it has rows', asks('select from usage_batch where moved_at is not null')],
  ['the engines are told', has('engines.json')],
];

it('a server killed at any moment of its first start continues at the next start, with sound data', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-starting-'));
  for (const [turn, [name, isReached]] of stages.entries()) {
    const seed = name === 'a demonstration is begun' || name === 'it has rows' ? 'demo' : 'none';
    const { child, ended, output } = spawnServer({ DATA_DIR: dataDir, SEED: seed });
    const ending = ended.then(({ output: said }) => Promise.reject(new Error(`It ended before ${name}: ${said}`)));
    const reached = vi.waitUntil(() => isReached(dataDir), { interval: 1, timeout: limitMs });
    await Promise.race([reached, ending]).catch((error: unknown) => {
      throw new Error(`Not reached: ${name}. ${output()}`, { cause: error });
    });
    ending.catch(() => {});
    const pids = turn % 2 === 1 ? [child.pid] : familyOf(child.pid ?? 0);
    for (const pid of pids) if (pid !== undefined) killIfThere(pid);
    await ended;
  }
  const server = await startServerProcess({ DATA_DIR: dataDir });
  expect(await server.end('SIGINT')).toBe(0);
  expect(readdirSync(dataDir).filter((name) => /demo|aside|unfinished/.test(name))).toEqual([]);
  expect(existsSync(join(dataDir, 'postgres/data.unfinished'))).toBe(false);

  const { postgres, clickhouse, close } = await openEngines({ dataDir, log: silent });
  const problems: string[] = [];
  for await (const found of verifyInstallation({ db: postgres.db, clickhouse, clock: systemClock }))
    problems.push(...found.problems);
  expect(problems).toEqual([]);
  await close();
  rmSync(dataDir, { recursive: true });
}, 240_000);

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended meanwhile.
  }
}

function has(path: string) {
  return (dataDir: string) => existsSync(join(dataDir, path));
}

function hasTable(name: string) {
  return has(`clickhouse/metadata/usance/${name}.sql`);
}

function migrated(part: number): string {
  const count = Math.ceil(migrations('postgres') * part);
  return `select where (select count(*) from schema_migration) >= ${count}`;
}

/** True if the query returns a row; false while PostgreSQL does not answer. */
function asks(question: string, database = 'usance') {
  return async (dataDir: string) => {
    const folder = join(dataDir, 'postgres');
    if (!existsSync(join(folder, '.s.PGSQL.5432'))) return false;
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim();
    const place = `localhost:5432/${database}?host=${encodeURIComponent(folder)}&sslmode=disable`;
    const client = new pg.Client(connectionTo(`postgres://${ownerRole}:${password}@${place}`));
    client.on('error', () => {});
    try {
      await client.connect();
      return ((await client.query(question)).rowCount ?? 0) > 0;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
}
