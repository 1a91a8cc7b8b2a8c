import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { silent } from '#testing/silent-log.ts';
import { privateFolder } from '../../data-dir/private-folder.ts';
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
  // The query itself fails when the connection is cut.
  client.on('error', () => {});
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

describe('the embedded PostgreSQL', () => {
  it('keeps its data over a restart, checks its pages, syncs, and listens on no network', async () => {
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

  it('is recognised in a DATA_DIR created anew around its folder, and reports the missing password', async () => {
    const [dataDir, anew] = [newFolder(), newFolder()];
    await (await start(dataDir)).close();
    chmodSync(anew, 0o755);
    renameSync(join(dataDir, 'postgres'), join(anew, 'postgres'));
    privateFolder(anew);
    await expect(start(anew)).rejects.toThrow('postgres-password is missing');
  });

  it('requires a password, and owns its files', async () => {
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

  it('is restarted when it ends by itself, without loss', async () => {
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

  it('is restarted even if a connection of the killed one is busy', async () => {
    const dataDir = newFolder();
    const embedded = await start(dataDir);
    const busy = ask(embedded.url, 'select count(*) from generate_series(1, 1e15::bigint)').catch(() => 'cut');
    while ((await ask(embedded.ownerUrl, "select from pg_stat_activity where query like '%1e15%'")).length < 2);
    const pid = pidOfPostgres(join(dataDir, 'postgres', 'data'));
    if (pid === undefined) throw new Error('It does not run');
    process.kill(pid, 'SIGKILL');
    expect(await busy).toBe('cut');
    for (;;) if (await ask(embedded.url, 'select').catch(() => undefined)) break;
    await embedded.close();
  });

  it.runIf(process.platform === 'linux')('is not started beside one of another container', async () => {
    const dataDir = newFolder();
    const embedded = await start(dataDir);
    expect(spawnSync('flock', ['-n', join(dataDir, 'postgres'), 'true']).status).toBe(1);
    await embedded.close();
    const holder = spawn('flock', [join(dataDir, 'postgres'), 'cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
    holder.stdin.write('held\n');
    await once(holder.stdout, 'data');
    await expect(start(dataDir)).rejects.toThrow('Another PostgreSQL still works on this folder');
    holder.stdin.end();
    await once(holder, 'exit');
    await (await start(dataDir)).close();
  });

  it('leaves alone a PostgreSQL on another folder', async () => {
    const [one, other] = [await start(newFolder()), await start(newFolder())];
    const [before] = await ask(one.ownerUrl, 'select pg_postmaster_start_time() as began');
    await other.close();
    expect(await ask(one.ownerUrl, 'select pg_postmaster_start_time() as began')).toEqual([before]);
    await one.close();
  });

  it('is started on a host with an unknown flock', async () => {
    const strange = newFolder();
    writeFileSync(join(strange, 'flock'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    chmodSync(strange, 0o755);
    vi.stubEnv('PATH', `${strange}:${process.env['PATH']}`);
    const embedded = await start(newFolder()).finally(() => vi.unstubAllEnvs());
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.close();
  });

  it('is started on a copy of its folder made by root', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await ask(first.ownerUrl, 'create table kept (text text)');
    await first.close();
    const copy = newFolder();
    execFileSync('cp', ['-r', `${dataDir}/.`, copy]);
    const second = await start(copy);
    expect(await ask(second.ownerUrl, 'select text from kept')).toEqual([]);
    await second.close();
  });

  it('is stopped and recovered, not adopted, when a killed server left it behind', async () => {
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

  it.runIf(process.platform === 'linux')(
    'is created even if the initdb of a killed server is still running',
    async () => {
      const dataDir = newFolder();
      const unfinished = join(dataDir, 'postgres/data.unfinished');
      mkdirSync(unfinished, { recursive: true });
      const program = join(newFolder(), 'initdb');
      symlinkSync('/bin/sh', program);
      const begun = spawn(program, ['-c', 'echo 1; while :; do mkdir -p "$0"; : >"$0/$((n += 1))"; done', unfinished], {
        cwd: unfinished,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      onTestFinished(() => void begun.kill('SIGKILL'));
      await once(begun.stdout, 'data');
      const embedded = await start(dataDir);
      expect(begun.signalCode).toBe('SIGKILL');
      expect(existsSync(unfinished)).toBe(false);
      await embedded.close();
    },
  );

  it('serves in a folder whose path is longer than a socket may have', async () => {
    const dataDir = join(newFolder(), 'deep'.repeat(20), 'deeper'.repeat(20));
    mkdirSync(dataDir, { recursive: true });
    const embedded = await start(dataDir);
    expect(await ask(embedded.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.close();
  });

  it('serves there even if other users cannot enter the temporary folder', async () => {
    const dataDir = join(newFolder(), 'deep'.repeat(20), 'deeper'.repeat(20));
    mkdirSync(dataDir, { recursive: true });
    const closed = join(newFolder(), 'closed');
    mkdirSync(closed, { mode: 0o700 });
    vi.stubEnv('TMPDIR', closed);
    const embedded = await start(dataDir).finally(() => vi.unstubAllEnvs());
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
    ['half a database', 'data/postgresql.conf', '', 'holds no complete database'],
    ['a database that has lost its version', 'data/PG_VERSION', '', 'restore its content'],
    ['a database whose version is no number', 'data/PG_VERSION', '\0\0', 'holds no complete database'],
  ])('refuses a folder of %s and leaves it unchanged', async (_, file, version, message) => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', file), `${version}\n`);
    // Owned by a user from whom root could take it.
    if (process.getuid?.() === 0) chownSync(join(dataDir, 'postgres'), 1, 1);
    const asItIs = () => {
      const folder = join(dataDir, 'postgres');
      return [readdirSync(folder, { recursive: true }), statSync(folder).uid];
    };
    const before = asItIs();
    const refusal = await start(dataDir).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EmbeddedPostgresUnusable);
    expect(String(refusal)).toContain(message);
    expect(asItIs()).toEqual(before);
  });

  it('refuses a link to a missing disk and leaves it unchanged', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres'));
    symlinkSync('/nowhere/data', join(dataDir, 'postgres', 'data'));
    await expect(start(dataDir)).rejects.toThrow('its target');
    expect(readlinkSync(join(dataDir, 'postgres', 'data'))).toBe('/nowhere/data');
  });
});
