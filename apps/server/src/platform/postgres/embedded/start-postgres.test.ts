import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopPostgres } from './start-postgres.ts';

describe('a PostgreSQL that has not ended in good order in time', () => {
  let data: string;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'usance-stop-'));
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(data, { recursive: true, force: true });
  });

  const stopNumber = (pid: number | undefined) => {
    writeFileSync(join(data, 'postmaster.pid'), `${pid}\n`);
    stopPostgres(new EventEmitter() as ChildProcess, data);
    vi.runAllTimers();
  };
  // Names the folder in its command too, which some systems show instead of the working folder.
  const waitingIn = (cwd: string) =>
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', data], { cwd, stdio: 'ignore' });

  it('is ended at once', async () => {
    const late = waitingIn(data);
    stopNumber(late.pid);
    expect(await once(late, 'exit')).toEqual([null, 'SIGQUIT']);
  });

  it('kills no other process if it has just ended', () => {
    expect(() => stopNumber(spawnSync(process.execPath, ['--version']).pid)).not.toThrow();
  });
});
