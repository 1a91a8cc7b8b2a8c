import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { nearlyFullDisks } from './nearly-full-disks.ts';

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return { ...fs, statfs: vi.fn(fs.statfs) };
});

it.each(['', 'postgres/data', 'clickhouse'])('a disk with little room at DATA_DIR/%s is found', async (full) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-disks-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, full), { recursive: true });
  const disk = await statfs(dataDir);
  const withFree = (bavail: number) => ({ ...disk, bavail, blocks: 100 });
  const freeAt = (free: number) => async (path: unknown) => withFree(path === join(dataDir, full) ? free : 5);
  vi.mocked(statfs).mockImplementation(freeAt(4));
  expect(await nearlyFullDisks(dataDir)).toBe(1);
  vi.mocked(statfs).mockImplementation(freeAt(5));
  expect(await nearlyFullDisks(dataDir)).toBe(0);
});
