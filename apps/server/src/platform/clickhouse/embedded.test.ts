import { execFileSync, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { privateFolder } from '../data-dir/private-folder.ts';
import { forOperator } from '../failure/operator-error.ts';
import { openClickHouse } from './client.ts';
import { startEmbedded } from './embedded.ts';
import { ClickHouseUnavailable, DataDirInUse } from './errors.ts';

const log = { info: () => undefined, warn: () => undefined };
const soon = { timeout: 10_000, interval: 20 };
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'usance-ch-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('inserted rows survive a close and a new start', async () => {
  const first = await openClickHouse({ dataDir, log });
  await first.command('CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a');
  await first.insert('t', [{ a: 1 }]);
  await first.close();
  const second = await openClickHouse({ dataDir, log });
  expect(await second.query('SELECT a FROM t')).toEqual([{ a: 1 }]);
  await second.close();
});

test('a DATA_DIR created anew around the folder is recognised as an installation', async () => {
  await (await openClickHouse({ dataDir, log })).close();
  const anew = join(dataDir, 'anew');
  mkdirSync(anew, { mode: 0o755 });
  renameSync(join(dataDir, 'clickhouse'), join(anew, 'clickhouse'));
  privateFolder(anew);
  await (await openClickHouse({ dataDir: anew, log })).close();
});

test('a folder with a file left empty by a full disk is refused by name and left unchanged', async () => {
  const ch = await openClickHouse({ dataDir, log });
  await ch.command('CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a');
  await ch.close();
  const folder = join(dataDir, 'clickhouse');
  const emptied = join(folder, 'metadata', 'usance', 't.sql');
  writeFileSync(emptied, '');
  const refusal = await openClickHouse({ dataDir, log }).catch((error: unknown) => error);
  const said = forOperator(refusal);
  expect(said).toMatch(/cannot be opened: [^\n]*t\.sql[^\n]*restore a backup/);
  expect(said).toContain(folder);
  expect(readFileSync(emptied, 'utf8')).toBe('');
});

test('closing waits for running statements', async () => {
  const ch = await openClickHouse({ dataDir, log });
  await ch.command('CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a');
  const running = ch.command('INSERT INTO t SELECT sleepEachRow(0.1) FROM numbers(5) SETTINGS max_block_size = 1');
  await vi.waitFor(async () => expect(await ch.ping()).toBe(true), soon);
  await ch.close();
  await expect(running).resolves.toBeUndefined();
});

test('one data directory is never opened twice', async () => {
  const ch = await openClickHouse({ dataDir, log });
  await expect(openClickHouse({ dataDir, log })).rejects.toThrow(DataDirInUse);
  expect(await ch.ping()).toBe(true);
  await ch.close();
});

test('an engine that dies is started again; until then calls are refused as unavailable', async () => {
  const engine = await startEmbedded(dataDir, log);
  const moved: (number | undefined)[] = [];
  engine.whenMoved(() => moved.push(engine.port()));
  const before = engine.pid();
  process.kill(Number(before), 'SIGKILL');
  await vi.waitFor(() => expect(engine.port()).toBeUndefined(), soon);
  await vi.waitFor(() => expect(engine.port()).toBeDefined(), soon);
  expect(engine.pid()).not.toBe(before);
  expect(moved).toEqual([engine.port()]);
  await engine.close();
});

test('a call that meets a dying engine fails as unavailable, later ones succeed, and nothing acknowledged is lost', async () => {
  const ch = await openClickHouse({ dataDir, log });
  await ch.command('CREATE TABLE t (a UInt8) ENGINE = MergeTree ORDER BY a');
  await ch.insert('t', [{ a: 7 }]);
  const cut = ch.query('SELECT sleep(3)');
  const refused = expect(cut).rejects.toThrow(ClickHouseUnavailable);
  await ch.ping();
  for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
  await refused;
  await vi.waitFor(async () => expect(await ch.query('SELECT a FROM t')).toEqual([{ a: 7 }]), soon);
  await ch.close();
});

test('kill -9 of the parent leaves no engine behind and loses no acknowledged insert', async () => {
  const parent = fork(fileURLToPath(new URL('./embedded.kill.fixture.ts', import.meta.url)), [dataDir], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let acknowledged = 0;
  let engines: number[] = [];
  if (parent.stdout === null) throw new Error('The fixture has no output');
  for await (const line of createInterface(parent.stdout)) {
    acknowledged = Number(line) + 1;
    if (acknowledged !== 30) continue;
    engines = childrenOf(Number(parent.pid));
    parent.kill('SIGKILL');
  }
  expect(engines).toHaveLength(1);
  await vi.waitFor(() => expect(engines.filter(isAlive)).toEqual([]), soon);
  const ch = await openClickHouse({ dataDir, log });
  const [row] = await ch.query<{ kept: string }>('SELECT count() AS kept FROM kept WHERE id < {n:UInt64}', {
    n: acknowledged,
  });
  expect(row?.kept).toBe(String(acknowledged));
  await ch.close();
});

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, child, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid && args.includes('chdb-child') ? [Number(child)] : [];
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
