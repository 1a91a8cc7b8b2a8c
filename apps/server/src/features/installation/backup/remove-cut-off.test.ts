import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unfinishedOf } from '../../../platform/unfinished-file.ts';
import { removeCutOff } from './remove-cut-off.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-unfinished-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('what a killed backup has left goes with the next one to that file, and nothing else does', () => {
  const file = join(folder, 'it.zip');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const [left, alive] = [`it.zip.${dead}-0123abcd.unfinished`, `it.zip.${process.ppid}-0123abcd.unfinished`];
  // As the versions before named it.
  const former = `it.zip.${dead}.unfinished`;
  const others = [alive, `other.zip.${dead}.unfinished`, 'it.zip.unfinished', `it.zip.${dead}.unfinished.zip`];
  for (const name of [left, former, ...others]) writeFileSync(join(folder, name), '');
  // In a container each command may have the number of the one before.
  writeFileSync(unfinishedOf(file), '');
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
  mkdirSync(join(folder, `stuck.zip.${dead}.unfinished`));
  const told: string[] = [];
  removeCutOff(file, (line) => told.push(line));
  expect(told).toContainEqual(expect.stringMatching(/stuck\.zip\.\d+\.unfinished was left .* cannot be removed/));
});

it('a folder that may be written and not looked into takes a backup', () => {
  expect(() => removeCutOff(join(folder, 'nowhere', 'it.zip'), () => {})).not.toThrow();
});

it('no two backups write one file, though in two containers both may have the same number', () => {
  const file = join(folder, 'both.zip');
  const written = Array.from({ length: 20 }, () => unfinishedOf(file));
  expect(new Set(written).size).toBe(written.length);
});
