import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClickHouse } from '#platform/clickhouse/client.ts';
import { systemClock } from '#platform/clock.ts';
import { lockDataDir } from '#platform/data-dir/data-dir-lock.ts';
import { tellEngines } from '#platform/engines/engines-file.ts';
import { openEngines } from '#platform/engines/open-engines.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { ofThisRun } from '#testing/process/server-process.ts';
import { silent } from '#testing/silent-log.ts';
import { assertTogether } from './features/installation/epoch/epoch.ts';

const entry = fileURLToPath(new URL('maintenance.ts', import.meta.url));
const outer = mkdtempSync(join(tmpdir(), 'usance-maintenance-'));
const dataDir = join(outer, 'data');
afterAll(() => rmSync(outer, { recursive: true, force: true }));

/** Runs one command in its own process; `said` is its output on the terminal. */
async function run(env: Record<string, string>, ...args: string[]): Promise<{ code: number; said: string }> {
  return ended(env, [entry, ...args]);
}

async function ended(env: Record<string, string>, args: readonly string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, args, {
    env: { ...ofThisRun, INIT_CWD: outer, DATA_DIR: dataDir, ...env },
  });
  const [said, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, said: said + complaint };
}

describe('a command', () => {
  it('that is unknown or has wrong arguments is refused in one line', async () => {
    for (const args of [['mend'], ['verify', 'all'], ['backup'], ['backup', 'a', 'b'], ['restore', '--force']]) {
      const { code, said } = await run({}, ...args);
      expect(code).toBe(1);
      expect(said.trim().split('\n')).toHaveLength(1);
    }
  });

  it('refuses to back up or verify an empty folder, and creates nothing there', async () => {
    for (const args of [['backup', 'nothing.zip'], ['verify']]) {
      const { code, said } = await run({ DATA_DIR: join(outer, 'mistyped') }, ...args);
      expect(code).toBe(1);
      expect(said).toContain('There is no postgres');
    }
    expect(existsSync(join(outer, 'mistyped'))).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)('creates nothing as root in the folder of another user', async () => {
    const theirs = join(outer, 'theirs');
    mkdirSync(theirs);
    chownSync(theirs, 1, 1);
    const { code, said } = await run({ DATA_DIR: theirs }, 'verify');
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining('runuser -u daemon') });
    expect(readdirSync(theirs)).toEqual([]);
  });
});

// Each test starts several processes, on machines that may be busy.
describe('an installation', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    const engines = await openEngines({ dataDir, log: silent });
    const { postgres, clickhouse } = engines;
    await assertTogether({ db: postgres.db, clickhouse, clock: systemClock, log: silent });
    await engines.close();
  });

  it('that is sound passes, and is backed up into a private file and restored from it', async () => {
    expect(await run({}, 'verify')).toMatchObject({ code: 0, said: expect.stringContaining('Nothing is wrong.') });
    expect(await run({}, 'backup', 'it.zip')).toMatchObject({ code: 0 });
    expect(statSync(join(outer, 'it.zip')).mode & 0o777).toBe(0o600);
    expect(await run({}, 'backup', 'it.zip')).toMatchObject({
      code: 1,
      said: expect.stringContaining('already exists'),
    });
    expect(await run({}, 'restore', 'it.zip')).toMatchObject({ code: 1, said: expect.stringContaining('not empty') });
    const elsewhere = { DATA_DIR: join(outer, 'restored') };
    expect(await run(elsewhere, 'restore', 'it.zip')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Nothing is wrong.'),
    });
  });

  it('is not served after a failed restore, with a one-line reason, until another restore succeeds', async () => {
    const elsewhere = { DATA_DIR: join(outer, 'failed'), PORT: '0', INTERNAL_PORT: '0', SEED: 'none' };
    expect(await run(elsewhere, 'restore', 'misspelt.zip')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^There is no file .*misspelt\.zip\.\n$/),
    });
    const bytes = readFileSync(join(outer, 'it.zip'));
    writeFileSync(join(outer, 'cut.zip'), bytes.subarray(0, bytes.length / 2));
    expect(await run(elsewhere, 'restore', 'cut.zip')).toMatchObject({ code: 1 });
    const served = await ended(elsewhere, [fileURLToPath(new URL('main.ts', import.meta.url))]);
    expect(served.code).toBe(1);
    expect(served.said).toMatch(/\nA restore into this database was not finished: .*\n$/);
    expect(await run(elsewhere, 'restore', 'it.zip')).toMatchObject({ code: 0 });
  });

  it('is not backed up into a missing or read-only folder, with a one-line reason', async () => {
    for (const file of ['it.zip/again.zip', '/proc/it.zip']) {
      const { code, said } = await run({}, 'backup', file);
      expect({ code, said }).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^[^\n]*(folder|written)[^\n]*\n$/),
      });
    }
  });

  it.each(['verify', 'repair', 'backup'])('is refused together with an empty usage database: %s', async (command) => {
    const empty = await openClickHouse({ dataDir: join(outer, `empty-${command}`), log: silent });
    const args = { verify: [], repair: [], backup: ['empty.zip'] }[command] ?? [];
    const { code, said } = await run({ CLICKHOUSE_URL: empty.url ?? '' }, command, ...args);
    await empty.close();
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(/^[^\n]*usage database[^\n]*\n$/) });
  });

  it('creates a token for a machine', async () => {
    const made = await run({}, 'token', 'make', 'meter eu-1', 'usage.write');
    expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/shown only this once: [\w-]{43}\n$/) });
  });

  it('with half a demonstration is not backed up', async () => {
    writeFileSync(join(dataDir, 'demo-unfinished'), '');
    expect(await run({}, 'backup', 'half.zip')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not finished'),
    });
    rmSync(join(dataDir, 'demo-unfinished'));
  });

  it('of another version, or with other databases than named, is left alone beside its server', async () => {
    const lock = lockDataDir(dataDir);
    const engines = await openEngines({ dataDir, log: silent });
    const told = tellEngines(dataDir, engines, {});
    const owner = await openPostgres(engines.ownerUrl);
    await owner.script("insert into schema_migration (name) values ('9999-of-tomorrow.sql')");
    expect(await run({}, 'verify')).toEqual({
      code: 1,
      said: expect.stringMatching(/^[^\n]*another version[^\n]*\n$/),
    });
    await owner.script("delete from schema_migration where name = '9999-of-tomorrow.sql'");
    expect(await run({}, 'verify')).toMatchObject({ code: 0 });
    for (const named of [{ DATABASE_URL: 'postgres://u@db.example/x' }, { CLICKHOUSE_URL: 'http://c.example:8123' }])
      expect(await run(named, 'token', 'list')).toEqual({
        code: 1,
        said: expect.stringMatching(/^[^\n]*and this command would use (db|http:\/\/c)\.example[^\n]*\n$/),
      });
    await owner.close();
    told.forget();
    await engines.close();
    lock.release();
  });

  it('that is not sound fails', async () => {
    const engines = await openEngines({ dataDir, log: silent });
    const now = systemClock.now().toISOString();
    await engines.clickhouse.insert('installation', [{ epoch: 'another', begun_at: now }]);
    await engines.close();
    const { code, said } = await run({}, 'verify');
    expect(code).toBe(1);
    expect(said).toContain('FAIL the two databases belong together');
    mkdirSync(join(outer, 'kept'));
    expect(await run({}, 'backup', 'kept/apart.zip')).toMatchObject({ code: 1 });
    expect(readdirSync(join(outer, 'kept'))).toEqual([]);
  });
});
