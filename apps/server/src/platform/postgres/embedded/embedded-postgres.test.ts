import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { silent } from '../../../testing/silent-log.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { pidOfPostgres } from './left-behind.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'usance-embedded-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: silent });

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

describe('the embedded PostgreSQL', () => {
  it('keeps what it has over a restart, checks its pages, syncs, and listens on no network', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await ask(first.ownerUrl, 'create table kept (text text)');
    await ask(first.ownerUrl, "insert into kept values ('this')");
    await first.close();
    const second = await start(dataDir);
    expect(await ask(second.ownerUrl, 'select text from kept')).toEqual([{ text: 'this' }]);
    const [settings] = await ask(
      second.url,
      `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as addresses, current_setting('server_version_num')::int / 10000 as major`,
    );
    expect(settings).toEqual({ checksums: 'on', fsync: 'on', addresses: '', major: 18 });
    await second.close();
  });

  it('lets nobody in without a password, on files that are its own', async () => {
    const dataDir = newFolder();
    const embedded = await start(dataDir);
    const { rolsuper } = (await ask(embedded.url, 'select rolsuper from pg_roles where rolname = current_user'))[0] as {
      rolsuper: boolean;
    };
    expect(rolsuper).toBe(false);
    for (const url of [embedded.url, embedded.ownerUrl]) {
      await expect(ask(url.replace(/:[^:@/]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    }
    const open = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0 && !path.includes('.s.PGSQL'),
    );
    expect(open).toEqual([]);
    await embedded.close();
  });

  it('is started again when it ends by itself, and has lost nothing', async () => {
    const dataDir = newFolder();
    const embedded = await start(dataDir);
    await ask(embedded.ownerUrl, 'create table kept (text text)');
    await ask(embedded.ownerUrl, "insert into kept values ('before')");
    const data = join(dataDir, 'postgres', 'data');
    const pid = pidOfPostgres(data);
    process.kill(Number(pid), 'SIGKILL');
    for (;;) {
      const rows = await ask(embedded.ownerUrl, 'select text from kept').catch(() => undefined);
      if (rows === undefined) continue;
      expect(rows).toEqual([{ text: 'before' }]);
      break;
    }
    expect(pidOfPostgres(data)).not.toBe(pid);
    await embedded.close();
  });

  it('is stopped and recovered, not adopted, when it was left behind by who watched over it', async () => {
    const dataDir = newFolder();
    const left = await start(dataDir);
    await ask(left.ownerUrl, 'create table kept (text text)');
    const data = join(dataDir, 'postgres', 'data');
    const pid = Number(pidOfPostgres(data));
    const watcher = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    process.kill(watcher, 'SIGSTOP');
    const next = await start(dataDir);
    expect(existsSync(`/proc/${pid}/cwd`)).toBe(false);
    expect(pidOfPostgres(data)).not.toBe(pid);
    expect(await ask(next.ownerUrl, 'select text from kept')).toEqual([]);
    await next.close();
    process.kill(watcher, 'SIGKILL');
    await left.close();
  });

  it('serves in a folder whose path is longer than a socket may have', async () => {
    const dataDir = join(newFolder(), 'deep'.repeat(20), 'deeper'.repeat(20));
    mkdirSync(dataDir, { recursive: true });
    const embedded = await start(dataDir);
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.close();
  });

  it('serves in a folder that only its owner may enter', async () => {
    const outer = newFolder();
    chmodSync(outer, 0o700);
    const embedded = await start(join(outer, 'data'));
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.close();
  });

  it.each([
    ['another engine', 'PG_VERSION', '17', 'another engine'],
    ['another PostgreSQL', 'data/PG_VERSION', '19', 'made by PostgreSQL 19'],
  ])('refuses a folder of %s, and leaves it as it is', async (_, file, version, message) => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', file), `${version}\n`);
    const before = readdirSync(join(dataDir, 'postgres'), { recursive: true });
    const refusal = await start(dataDir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EmbeddedPostgresUnusable);
    expect(String(refusal)).toContain(message);
    expect(readdirSync(join(dataDir, 'postgres'), { recursive: true })).toEqual(before);
  });
});
