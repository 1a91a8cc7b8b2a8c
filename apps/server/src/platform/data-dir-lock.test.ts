import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DataDirBusy, lockDataDir } from './data-dir-lock.ts';
import { OperatorError } from './operator-error.ts';

it('a directory has one holder at a time', () => {
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
])('a lock that is %s is told in a sentence', (_, lay) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-lock-'));
  lay(join(dataDir, 'lock'));
  expect(() => lockDataDir(dataDir)).toThrow(OperatorError);
  expect(() => lockDataDir(dataDir)).toThrow('nothing is kept in it');
  rmSync(dataDir, { recursive: true });
});
