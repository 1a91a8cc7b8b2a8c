import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const canTrace = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;
const seeding = `
  const { withUnfinishedMark } = await import(${JSON.stringify(new URL('unfinished-demo.ts', import.meta.url).href)});
  await withUnfinishedMark(process.env.DATA_DIR, 'an-epoch', async () => console.log('seeding'));`;

it.runIf(canTrace)('the mark of a demonstration is synced under its name before its first data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'usance-mark-'));
  const traced = join(folder, 'traced');
  const ran = spawnSync(
    'strace',
    [
      '-f',
      '-y',
      '-e',
      'trace=fsync,write,rename',
      '-o',
      traced,
      process.execPath,
      '--input-type=module',
      '-e',
      seeding,
    ],
    { env: { ...process.env, DATA_DIR: folder }, encoding: 'utf8' },
  );
  expect(ran.stdout).toBe('seeding\n');
  const steps = readFileSync(traced, 'utf8').split('\n').flatMap(stepIn);
  rmSync(folder, { recursive: true });
  expect(steps).toEqual(['synced demo-unfinished.unfinished', 'has its name', 'synced the folder', 'seeding']);

  function stepIn(line: string): string[] {
    if (line.includes('"seeding\\n"')) return ['seeding'];
    if (/ rename\(.*\/demo-unfinished"\) = 0$/.test(line)) return ['has its name'];
    const [, synced] = /fsync\(\d+<(.*?)>.* = 0$/.exec(line) ?? [];
    if (synced === folder) return ['synced the folder'];
    return synced?.startsWith(folder) ? [`synced ${synced.slice(folder.length + 1)}`] : [];
  }
});
