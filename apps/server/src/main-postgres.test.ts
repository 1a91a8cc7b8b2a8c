import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@usance/api/call';
import { health } from '@usance/api/health';
import { tokens } from '@usance/api/people/token';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '#platform/clickhouse/embedded.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { endingOfServer, killServers, startServerProcess } from '#testing/process/server-process.ts';
import { silent } from '#testing/silent-log.ts';
import { type Moment, startCuttingProxy } from '#testing/socket/cutting-proxy.ts';
import { withMarkInRecords } from './features/installation/demo/demo-in-records.ts';

describe('a server on the PostgreSQL of DATABASE_URL', () => {
  let database: EmbeddedPostgres;
  let elsewhere: string;
  let usage: Awaited<ReturnType<typeof startEmbedded>>;
  let dataDir: string;
  beforeAll(async () => {
    elsewhere = mkdtempSync(join(tmpdir(), 'usance-server-'));
    database = await startEmbeddedPostgres({ dataDir: elsewhere, log: silent });
    usage = await startEmbedded(join(elsewhere, 'usage'), silent);
    dataDir = mkdtempSync(join(tmpdir(), 'usance-main-'));
  });
  afterAll(async () => {
    killServers();
    await usage.close();
    await database.close();
    rmSync(elsewhere, { recursive: true, force: true });
    rmSync(dataDir, { recursive: true, force: true });
  });

  const token = 'a-token-of-the-operator-0123456789';
  const at = () => ({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    CLICKHOUSE_URL: `http://default:${usage.password}@127.0.0.1:${usage.port()}/usance`,
    INTERNAL_TOKEN: token,
  });
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  const statement = async (text: string) => {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    return client.query(text).finally(() => client.end());
  };

  it('keeps its records there and none in DATA_DIR; two processes share it', async () => {
    const [first, second] = await Promise.all([
      startServerProcess({ DATA_DIR: dataDir, ...at() }),
      startServerProcess({ DATA_DIR: join(dataDir, 'second'), ...at() }),
    ]);
    for (const server of [first, second])
      expect((await fetch(server.internalUrl + pathOf(health.ready, 'internal'))).status).toBe(200);
    expect((await statement('select name from schema_migration')).rowCount).toBeGreaterThan(0);
    expect(() => statSync(join(dataDir, 'postgres'))).toThrow();
    expect(await Promise.all([first.end('SIGINT'), second.end('SIGINT')])).toEqual([0, 0]);
  });

  it('refuses a half-configured server without harm to the others', async () => {
    const server = await startServerProcess({ DATA_DIR: dataDir, ...at() });
    const without = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
    const third = join(dataDir, 'third');
    expect(await endingOfServer({ DATA_DIR: third, ...without, INTERNAL_TOKEN: token })).toMatchObject({
      code: 1,
      output: expect.stringContaining('does CLICKHOUSE_URL (or DATA_DIR) match its other servers?'),
    });
    expect(await endingOfServer({ DATA_DIR: third, ...at(), INTERNAL_TOKEN: '' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('This installation has another internal token'),
    });
    expect((await fetch(server.internalUrl + pathOf(tokens.list, 'internal'), bearer)).status).toBe(200);
    expect(await server.end('SIGINT')).toBe(0);
  }, 120_000);

  it('keeps running, not ready, while the database is down, and is ready again afterwards', async () => {
    const server = await startServerProcess({ DATA_DIR: dataDir, ...at() });
    const isReady = async () => (await fetch(server.internalUrl + pathOf(health.ready, 'internal'))).status === 200;
    const name = new URL(database.url).pathname.slice(1);
    const administer = async (text: string) => {
      const client = new pg.Client({ connectionString: database.ownerUrl.replace('/usance?', '/postgres?') });
      await client.connect();
      await client.query(text).finally(() => client.end());
    };
    await administer(`alter database ${name} allow_connections false`);
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    while (await isReady());
    expect((await fetch(server.internalUrl + pathOf(health.alive, 'internal'))).status).toBe(200);
    await administer(`alter database ${name} allow_connections true`);
    while (!(await isReady()));
    expect(await server.end('SIGINT')).toBe(0);
  });

  it.each<[number, Moment]>([
    [1, 'before'],
    [2, 'after'],
    [4, 'after'],
    [6, 'before'],
  ])('ends with a message when its connection is cut during the start: at message %i, %s', async (count, moment) => {
    const proxy = await startCuttingProxy(database.url);
    proxy.cutAt(count, moment);
    const ending = await endingOfServer({ DATA_DIR: dataDir, ...at(), DATABASE_URL: proxy.url });
    expect(proxy.hasCut()).toBe(true);
    await proxy.close();
    expect(ending).toMatchObject({ code: 1, output: expect.stringContaining('A database does not answer') });
    expect(ending.output).not.toContain('unexpected error');
  });

  it('ends with a message when PostgreSQL has no connection left', async () => {
    const { username } = new URL(database.url);
    await statement(`alter role ${username} connection limit 1`);
    const ending = await endingOfServer({ DATA_DIR: dataDir, ...at() });
    await statement(`alter role ${username} connection limit -1`);
    expect(ending).toMatchObject({ code: 1, output: expect.stringContaining('PostgreSQL refuses: too many') });
    expect(ending.output).not.toContain('unexpected error');
  });

  it('refuses half a demonstration without serving or removing it; SEED=none keeps it', async () => {
    const cut = () => Promise.reject(new Error('cut'));
    await expect(withMarkInRecords(database.ownerUrl, async () => true, cut)).rejects.toThrow('cut');
    const refusal = { code: 1, output: expect.stringContaining('A demonstration was cut off') };
    expect(await endingOfServer({ DATA_DIR: dataDir, ...at(), SEED: 'demo' })).toMatchObject(refusal);
    const server = await startServerProcess({ DATA_DIR: dataDir, ...at(), SEED: 'none' });
    expect(await server.end('SIGINT')).toBe(0);
  });

  it('refuses a database that may lose acknowledged writes', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await statement(`alter database ${name} set synchronous_commit = off`);
    const ending = await endingOfServer({ DATA_DIR: dataDir, ...at() });
    await statement(`alter database ${name} reset synchronous_commit`);
    expect(ending).toMatchObject({ code: 1, output: expect.stringContaining('synchronous_commit off') });
  });

  it('refuses a database of a newer version', async () => {
    await statement("insert into schema_migration (name) values ('9999-of-tomorrow.sql')");
    const ending = await endingOfServer({ DATA_DIR: dataDir, ...at() });
    expect(ending).toMatchObject({ code: 1, output: expect.stringContaining('newer than this version') });
  });
});
