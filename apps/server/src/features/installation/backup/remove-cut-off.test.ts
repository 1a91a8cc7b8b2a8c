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
import { unfinishedOf } from '#platform/unfinished-file.ts';
import { removeCutOff } from './remove-cut-off.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-unfinished-'));
afterAll(() => rmSync(folder, { recursive: true }));
const anHourAgo = () => new Date(Date.now() - 3_600_000);

/** As a backup has left it that was cut off an hour ago. */
function leave(path: string): void {
  writeFileSync(path, '');
  utimesSync(path, anHourAgo(), anHourAgo());
}

it('what a killed backup has left goes with the next one to that file, and nothing else does', () => {
  const file = join(folder, 'it.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const [left, alive] = [`it.zip.${dead}-0123abcd.unfinished`, `it.zip.${process.ppid}-0123abcd.unfinished`];
  // As the versions before named it.
  const former = `it.zip.${dead}.unfinished`;
  const others = [alive, `other.zip.${dead}.unfinished`, 'it.zip.unfinished', `it.zip.${dead}.unfinished.zip`];
  for (const name of [left, former, ...others]) leave(join(folder, name));
  // In a container each command may have the number of the one before.
  leave(unfinishedOf(file));
  const told: string[] = [];
  removeCutOff(file, (line) => told.push(line));
  expect(readdirSync(folder).sort()).toEqual(others.sort());
  const saysOf = (name: string) => told.filter((line) => line.startsWith(join(folder, name)));
  for (const each of [left, former]) expect(saysOf(each)).toEqual([expect.stringContaining('is removed')]);
  expect(saysOf(alive)).toEqual([expect.stringContaining('remove it')]);
  expect(told).toHaveLength(4);
});

it('what cannot be removed, as what another user has left, is told and keeps no backup from being made', () => {
  const file = join(folder, 'stuck.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const stuck = join(folder, `stuck.zip.${dead}.unfinished`);
  mkdirSync(stuck);
  utimesSync(stuck, anHourAgo(), anHourAgo());
  const told: string[] = [];
  removeCutOff(file, (line) => told.push(line));
  expect(told).toContainEqual(expect.stringMatching(/stuck\.zip\.\d+\.unfinished was left .* cannot be removed/));
});

it('a link to itself, as anybody may lay one in a folder that many write to, keeps no backup from being made', () => {
  const file = join(folder, 'linked.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const loop = `${file}.${dead}-0123abcd.unfinished`;
  symlinkSync(loop, loop);
  lutimesSync(loop, anHourAgo(), anHourAgo());
  removeCutOff(file, () => {});
  expect(lstatSync(loop, { throwIfNoEntry: false })).toBeUndefined();
});

it('what was written a moment ago stays and is told, since another container may be writing it, whatever number it has', () => {
  const file = join(folder, 'shared.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const written = [unfinishedOf(file), `${file}.${dead}-0123abcd.unfinished`];
  for (const path of written) writeFileSync(path, '');
  const told: string[] = [];
  removeCutOff(file, (line) => told.push(line));
  for (const path of written) {
    expect(existsSync(path)).toBe(true);
    expect(told).toContain(`${path} is of another backup to this file: if none is made any more, remove it.`);
  }
});

it('a folder that may be written and not looked into takes a backup', () => {
  expect(() => removeCutOff(join(folder, 'nowhere', 'it.zip'), () => {})).not.toThrow();
});

it('no two backups write one file, though in two containers both may have the same number', () => {
  const file = join(folder, 'both.zip');
  const written = Array.from({ length: 20 }, () => unfinishedOf(file));
  expect(new Set(written).size).toBe(written.length);
});
