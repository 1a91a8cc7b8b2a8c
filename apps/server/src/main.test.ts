import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathOf } from '@usance/api/call';
import { health } from '@usance/api/health';
import { accounts } from '@usance/api/people/account';
import { demoBookings } from '@usance/api/people/demo-booking';
import { verifications } from '@usance/api/people/verification';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '#platform/clickhouse/embedded.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import {
  endingOfServer,
  freePorts,
  killServers,
  type ServerProcess,
  startServerProcess,
} from '#testing/process/server-process.ts';
import { silent } from '#testing/silent-log.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'usance-main-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  killServers();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('a server with everything set', () => {
  const token = 'a-token-of-the-operator-0123456789';
  let dataDir: string;
  let port: number;
  let internalPort: number;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = newFolder();
    ({ port, internalPort } = await freePorts('port', 'internalPort'));
    server = await startServerProcess({
      DATA_DIR: dataDir,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      INTERNAL_TOKEN: token,
      CONSOLE_VARIANT: 'self-hosted',
    });
  });
  afterAll(() => server.end('SIGKILL'));

  it('serves the console at PORT and is ready at INTERNAL_PORT', async () => {
    expect(server.url).toBe(`http://localhost:${port}`);
    expect((await fetch(`${server.url}/dataclouds`)).headers.get('content-type')).toMatch('text/html');
    expect(await (await fetch(`http://127.0.0.1:${internalPort}${pathOf(health.alive, 'internal')}`)).json()).toEqual({
      status: 'alive',
    });
    expect(await (await fetch(`http://127.0.0.1:${internalPort}${pathOf(health.ready, 'internal')}`)).json()).toEqual({
      status: 'ready',
    });
  });

  it('tells the console its variant', async () => {
    expect(await (await fetch(server.url)).text()).toMatch('"variant":"self-hosted"');
  });

  it('tells a new account that telephones are not verified on a self-hosted installation without SMS', async () => {
    const address = pathOf(verifications.sendMail, 'customer').replace('{email}', 'ada@example.com');
    const reply = await fetch(server.url + address, { method: 'PUT', headers: { origin: server.url } });
    expect(verifications.sendMail.reply.parse(await reply.json()).message).toMatch('BYOC');
  });

  it('refuses bookings of a demonstration on a self-hosted installation', async () => {
    const reply = await fetch(server.url + pathOf(demoBookings.create, 'customer'), {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', company: 'Northwind' }),
    });
    expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ reason: 'NOT_FOUND' })]);
  });

  it('returns its versions', async () => {
    const reply = health.version.reply.parse(
      await (await fetch(server.internalUrl + pathOf(health.version, 'internal'))).json(),
    );
    expect(reply).toMatchObject({ name: 'usance', node: process.version });
  });

  it('never serves an internal path through PORT', async () => {
    for (const path of [
      pathOf(health.alive, 'internal'),
      pathOf(health.metrics, 'internal'),
      '/internal/api/openapi.json',
    ]) {
      const reply = await fetch(server.url + path, bearer(token));
      expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ reason: 'NOT_FOUND' })]);
    }
  });

  it('listens for internal calls on loopback only', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal);
    for (const address of outside) {
      await expect(
        fetch(`http://${address?.address}:${internalPort}${pathOf(health.alive, 'internal')}`),
      ).rejects.toThrow();
    }
  });

  it('admits only callers with the given INTERNAL_TOKEN', async () => {
    const measured = await fetch(server.internalUrl + pathOf(health.metrics, 'internal'), bearer(token));
    expect(await measured.text()).toMatch('usance_http_request_seconds_count');
    expect(
      (await fetch(server.internalUrl + pathOf(health.metrics, 'internal'), bearer('another-token-0123456789'))).status,
    ).toBe(401);
    expect((await fetch(server.internalUrl + pathOf(health.metrics, 'internal'))).status).toBe(401);
  });

  it('answers an unknown API path with JSON, on both ports', async () => {
    for (const address of [`${server.url}/api/v1/nothing`, `${server.internalUrl}/internal/api/v1/nothing`]) {
      expect(await (await fetch(address)).json()).toMatchObject({ code: 404, reason: 'NOT_FOUND' });
    }
  });

  it('closes an open DATA_DIR', async () => {
    const open = join(newFolder(), 'data');
    mkdirSync(open, { mode: 0o755 });
    const server = await startServerProcess({ DATA_DIR: open });
    expect(statSync(open).mode & 0o777).toBe(0o700);
    expect(await server.end('SIGINT')).toBe(0);
  });

  it('keeps everything under DATA_DIR, and refuses a second process on it', async () => {
    expect(statSync(join(dataDir, 'postgres')).isDirectory()).toBe(true);
    expect(statSync(join(dataDir, 'clickhouse')).isDirectory()).toBe(true);
    const second = await endingOfServer({ DATA_DIR: dataDir });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(`${dataDir} is in use by another running process`);
  });

  it('names the port that is taken', async () => {
    const second = await endingOfServer({ DATA_DIR: newFolder(), PORT: String(port) });
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining(`Port ${port} is taken`) });
  });

  it('is not ready after SIGTERM, finishes running requests, and exits with 0', async () => {
    const slow = request(server.url + pathOf(accounts.login, 'customer'), {
      method: accounts.login.method,
      headers: { 'content-type': 'application/json' },
    });
    const replied = new Promise<number | undefined>((resolve, reject) => {
      slow.on('response', (response) => resolve(response.resume().statusCode));
      slow.on('error', reject);
    });
    slow.write('{"identifier":"somebody@example.com",');
    await fetch(server.internalUrl + pathOf(health.ready, 'internal'));
    const ended = server.end('SIGTERM');
    while ((await fetch(server.internalUrl + pathOf(health.ready, 'internal'))).status !== 503);
    slow.end('"password":"Correct-horse-7"}');
    expect(await replied).toBe(401);
    expect(await ended).toBe(0);
  });

  it('generates a token that only its owner can read, and keeps it over a restart', async () => {
    const seen = new Set<string>();
    for (let start = 0; start < 2; start += 1) {
      const again = await startServerProcess({ DATA_DIR: dataDir });
      const file = join(dataDir, 'internal-token');
      const generated = readFileSync(file, 'utf8').trim();
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(join(dataDir, 'sealing-key')).mode & 0o777).toBe(0o600);
      expect((await fetch(again.internalUrl + pathOf(health.metrics, 'internal'), bearer(generated))).status).toBe(200);
      expect((await fetch(again.internalUrl + pathOf(health.metrics, 'internal'), bearer(token))).status).toBe(401);
      seen.add(generated);
      expect(await again.end('SIGINT')).toBe(0);
    }
    expect(seen.size).toBe(1);
  });
});

describe('a server that cannot start', () => {
  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port number'],
    [{ INTERNAL_PORT: '70000' }, 'INTERNAL_PORT must be a port number'],
    [{ SEED: 'some' }, 'SEED must be demo or none'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace or debug or info'],
    [{ CONSOLE_VARIANT: 'x' }, 'CONSOLE_VARIANT must be hosted or self-hosted'],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'A database does not answer'],
  ])('gives the fault of %j and exits with 1', async (env, message) => {
    const ending = await endingOfServer({ DATA_DIR: newFolder(), ...env });
    expect(ending.code).toBe(1);
    expect(ending.output).toMatch(message);
  });

  it('gives the reason why a DATA_DIR cannot be used', async () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await endingOfServer({ DATA_DIR: file })).toMatchObject({
      code: 1,
      output: expect.stringContaining('cannot be used'),
    });
    chmodSync(folder, 0o755);
    expect(await endingOfServer({ DATA_DIR: folder })).toMatchObject({
      code: 1,
      output: expect.stringContaining('name a folder of its own'),
    });
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it.each(['clickhouse', 'clickhouse-spool'])(
    'reports that %s is not writable before it creates the other',
    async (name) => {
      const dataDir = newFolder();
      // An existing file keeps even root from creating the folder.
      writeFileSync(join(dataDir, name), '', { mode: 0o400 });
      const ending = await endingOfServer({ DATA_DIR: dataDir });
      expect(ending).toMatchObject({ code: 1, output: expect.stringContaining('This user may not write in') });
      expect(ending.output).not.toContain('unexpected');
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    },
  );

  it.runIf(process.getuid?.() === 0)(
    'refuses as root the databases of another user, who could not start afterwards',
    async () => {
      const dataDir = newFolder();
      mkdirSync(join(dataDir, 'clickhouse'));
      chownSync(join(dataDir, 'clickhouse'), 1, 1);
      const ending = await endingOfServer({ DATA_DIR: dataDir, INTERNAL_TOKEN: 'a-token-of-root-0123456789' });
      expect(ending).toMatchObject({ code: 1, output: expect.stringContaining('runuser -u daemon') });
      expect(readdirSync(dataDir)).toEqual(['clickhouse']);
    },
  );

  it('refuses a database of a newer version', async () => {
    const dataDir = newFolder();
    const embedded = await startEmbeddedPostgres({ dataDir, log: silent, mayForget: true });
    const owner = await openPostgres(embedded.ownerUrl);
    await owner.script(`
      create table schema_migration (name text primary key, applied_at timestamptz not null default now());
      insert into schema_migration (name) values ('9999-of-tomorrow.sql')`);
    await owner.close();
    await embedded.close();
    const ending = await endingOfServer({ DATA_DIR: dataDir });
    expect(ending.code).toBe(1);
    expect(ending.output).toMatch(/The database is newer than this version: it has 9999-of-tomorrow\.sql/);
  });
});

describe('CLICKHOUSE_URL', () => {
  it('selects another engine than the embedded one', async () => {
    const dataDir = newFolder();
    const engine = await startEmbedded(newFolder(), pino({ level: 'silent' }));
    const url = `http://default:${engine.password}@127.0.0.1:${engine.port()}/usance`;
    const server = await startServerProcess({ DATA_DIR: dataDir, CLICKHOUSE_URL: url });
    const says = (question: string) => askHealth(question, server.internalUrl);
    expect([says('alive'), says('ready')]).toEqual([0, 0]);
    expect((await fetch(server.internalUrl + pathOf(health.ready, 'internal'))).status).toBe(200);
    expect(() => statSync(join(dataDir, 'clickhouse'))).toThrow();
    await engine.close();
    expect((await fetch(server.internalUrl + pathOf(health.ready, 'internal'))).status).toBe(503);
    expect((await fetch(server.internalUrl + pathOf(health.alive, 'internal'))).status).toBe(200);
    // An orchestrator that restarts dead processes leaves this one running.
    expect([says('alive'), says('ready')]).toEqual([0, 1]);
    expect(await server.end('SIGINT')).toBe(0);
    expect([says('alive'), says('ready'), says('well')]).toEqual([1, 1, 2]);
  });
});

/** The exit code of a container's health check. */
function askHealth(question: string, internalUrl: string): number | null {
  const script = fileURLToPath(new URL('../../../deploy/ask-health.mjs', import.meta.url));
  const env = { INTERNAL_PORT: new URL(internalUrl).port };
  return spawnSync(process.execPath, [script, question], { env }).status;
}
