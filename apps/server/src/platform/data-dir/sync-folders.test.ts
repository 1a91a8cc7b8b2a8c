import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
const { syncFiles, syncFolders } = await import('./sync-folders.ts');

it('syncs DATA_DIR, the folders of its engines and the folders above it, as far as possible', () => {
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

it('syncs each file and folder of a folder without following links', () => {
  const outer = mkdtempSync(join(tmpdir(), 'usance-sync-'));
  const below = join(outer, 'copy', 'share');
  mkdirSync(below, { recursive: true });
  for (const path of [join(outer, 'elsewhere'), join(below, 'file')]) writeFileSync(path, 'x');
  symlinkSync(join(outer, 'elsewhere'), join(below, 'link'));
  synced.paths.clear();
  syncFiles(join(outer, 'copy'));
  expect([...synced.paths].sort()).toEqual([join(outer, 'copy'), below, join(below, 'file')]);
  rmSync(outer, { recursive: true });
});
