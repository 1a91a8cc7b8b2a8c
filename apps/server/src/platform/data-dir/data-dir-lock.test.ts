import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OperatorError } from '../failure/operator-error.ts';
import { DataDirBusy, lockDataDir } from './data-dir-lock.ts';

it('one process at a time holds a directory', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-lock-'));
  const held = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirBusy);
  held.release();
  lockDataDir(dataDir).release();
  rmSync(dataDir, { recursive: true });
});

it.each<[string, (lock: string) => void]>([
  ['a folder', (lock) => mkdirSync(lock)],
  ['of other bytes', (lock) => writeFileSync(lock, 'x'.repeat(4_096))],
])('a lock that is %s is reported in one sentence', (_, lay) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-lock-'));
  lay(join(dataDir, 'lock'));
  expect(() => lockDataDir(dataDir)).toThrow(OperatorError);
  expect(() => lockDataDir(dataDir)).toThrow('it holds no data');
  rmSync(dataDir, { recursive: true });
});
