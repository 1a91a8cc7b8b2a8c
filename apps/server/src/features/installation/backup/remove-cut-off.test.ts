import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unfinishedOf } from '#platform/data-dir/unfinished-file.ts';
import { removeCutOff } from './remove-cut-off.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-unfinished-'));
afterAll(() => rmSync(folder, { recursive: true }));
const anHourAgo = () => new Date(Date.now() - 3_600_000);

/** Leaves a file like a backup that was cut off an hour ago. */
function leave(path: string): void {
  writeFileSync(path, '');
  utimesSync(path, anHourAgo(), anHourAgo());
}

it('the next backup to a file removes leftovers of a killed one, and nothing else', () => {
  const file = join(folder, 'it.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const [left, alive] = [`it.zip.${dead}-0123abcd.unfinished`, `it.zip.${process.ppid}-0123abcd.unfinished`];
  const others = [alive, `other.zip.${dead}.unfinished`, 'it.zip.unfinished', `it.zip.${dead}.unfinished.zip`];
  for (const name of [left, ...others]) leave(join(folder, name));
  // In a container, each command may have the process id of the one before.
  leave(unfinishedOf(file));
  const told: string[] = [];
  removeCutOff(file, (line) => told.push(line));
  expect(readdirSync(folder).sort()).toEqual(others.sort());
  const saysOf = (name: string) => told.filter((line) => line.startsWith(join(folder, name)));
  expect(saysOf(left)).toEqual([expect.stringContaining('is removed')]);
  expect(saysOf(alive)).toEqual([expect.stringContaining('remove it')]);
  expect(told).toHaveLength(3);
});

it('a leftover of another user is reported and does not prevent a backup', () => {
  const file = join(folder, 'stuck.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const stuck = join(folder, `stuck.zip.${dead}.unfinished`);
  mkdirSync(stuck);
  utimesSync(stuck, anHourAgo(), anHourAgo());
  const told: string[] = [];
  removeCutOff(file, (line) => told.push(line));
  expect(told).toContainEqual(expect.stringMatching(/stuck\.zip\.\d+\.unfinished was left .* cannot be removed/));
});

it('a symbolic link to itself in a shared folder does not prevent a backup', () => {
  const file = join(folder, 'linked.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const loop = `${file}.${dead}-0123abcd.unfinished`;
  symlinkSync(loop, loop);
  lutimesSync(loop, anHourAgo(), anHourAgo());
  removeCutOff(file, () => {});
  expect(lstatSync(loop, { throwIfNoEntry: false })).toBeUndefined();
});

it('a leftover written a moment ago stays and is reported, since another container may be writing it', () => {
  const file = join(folder, 'shared.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const written = [unfinishedOf(file), `${file}.${dead}-0123abcd.unfinished`];
  for (const path of written) writeFileSync(path, '');
  const told: string[] = [];
  removeCutOff(file, (line) => told.push(line));
  for (const path of written) {
    expect(existsSync(path)).toBe(true);
    expect(told).toContain(`${path} belongs to another backup to this file: remove it if none is running.`);
  }
});

it('a folder that is writable but not readable accepts a backup', () => {
  expect(() => removeCutOff(join(folder, 'nowhere', 'it.zip'), () => {})).not.toThrow();
});

it('two backups never write to one file, even with the same process id in two containers', () => {
  const file = join(folder, 'both.zip');
  const written = Array.from({ length: 20 }, () => unfinishedOf(file));
  expect(new Set(written).size).toBe(written.length);
});
