import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DataDirBusy, lockDataDir } from './data-dir-lock.ts';

it('a directory has one holder at a time', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'usance-lock-'));
  const held = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(DataDirBusy);
  held.release();
  lockDataDir(dataDir).release();
  rmSync(dataDir, { recursive: true });
});
