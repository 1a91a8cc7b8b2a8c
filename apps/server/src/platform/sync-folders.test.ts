import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';

const synced = vi.hoisted(() => ({ paths: new Set<string>(), open: new Map<number, string>() }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const openSync = (path: string, flags: number) => {
    const file = fs.openSync(path, flags);
    synced.open.set(file, path);
    return file;
  };
  const fsyncSync = (file: number) => {
    const path = synced.open.get(file) ?? '';
    synced.paths.add(path);
    if (path === '/') throw Object.assign(new Error('invalid argument'), { code: 'EINVAL' });
    fs.fsyncSync(file);
  };
  return { ...fs, openSync, fsyncSync };
});
// Another file may have loaded it before, over the real file system.
vi.resetModules();
const { syncFolders } = await import('./sync-folders.ts');

it('puts on disk what stands in DATA_DIR, in the folders of its engines and above it, as far as can be', () => {
  const outer = mkdtempSync(join(tmpdir(), 'usance-sync-'));
  const dataDir = join(outer, 'new', 'data');
  const table = join(dataDir, 'clickhouse', 'store', 'abc', 'table');
  mkdirSync(table, { recursive: true });
  syncFolders(dataDir);
  const wanted = [
    '/',
    dirname(outer),
    outer,
    dirname(dataDir),
    dataDir,
    join(dataDir, 'clickhouse'),
    dirname(table),
    table,
  ];
  expect([...synced.paths]).toEqual(expect.arrayContaining(wanted));
  rmSync(outer, { recursive: true });
});
