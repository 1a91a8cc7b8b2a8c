import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BadConfig } from '../failure/operator-error.ts';
import { markDisk } from './disk-mark.ts';
import { privateFolder } from './private-folder.ts';

let outer: string;
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'usance-private-'));
});
afterEach(() => rmSync(outer, { recursive: true, force: true }));

/** A folder that the operator has created, readable by others. */
function openFolder(...names: string[]): string {
  const folder = join(outer, 'data');
  mkdirSync(folder, { mode: 0o755 });
  for (const name of names) mkdirSync(join(folder, name));
  return folder;
}
const modeOf = (folder: string) => statSync(folder).mode & 0o777;

describe('the folder of an installation', () => {
  it('is created closed, and so are the folders above it', () => {
    const folder = join(outer, 'a', 'b');
    privateFolder(folder);
    expect([modeOf(folder), modeOf(join(outer, 'a'))]).toEqual([0o700, 0o700]);
  });

  it('is closed when it is empty', () => {
    const folder = openFolder();
    privateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it.each([
    ['that is told its token', ['clickhouse', 'clickhouse-spool', 'lock', 'postgres']],
    ['that is told its token and PostgreSQL', ['clickhouse', 'lock', 'lock-journal']],
    ['on a volume of its own', ['lost+found']],
  ])('is closed when it holds an installation %s', (_, names) => {
    const folder = openFolder(...names);
    privateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('is closed when it is new and has a disk for each database', () => {
    const folder = openFolder('clickhouse', 'postgres');
    privateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it.each([
    ['clickhouse', []],
    ['postgres', ['clickhouse', 'lost+found']],
  ])('is closed when it is created anew around a disk in use: %s', (disk, others) => {
    const folder = openFolder(disk, `${disk}/data`, ...others);
    markDisk(join(folder, disk));
    privateFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it.each([
    [['clickhouse', 'home']],
    [['clickhouse', 'clickhouse/data', 'postgres', 'postgres/base']],
    [['clickhouse', 'clickhouse/data']],
  ])('is left alone and refused when it holds files of others: %j', (names) => {
    const folder = openFolder(...names);
    expect(() => privateFolder(folder)).toThrow('close it (chmod 0700)');
    expect(modeOf(folder)).toBe(0o755);
  });

  it.each([['home'], ['postgres']])('is refused when it holds %s of others beside one of our disks', (others) => {
    const folder = openFolder('clickhouse', others, `${others}/data`);
    markDisk(join(folder, 'clickhouse'));
    expect(() => privateFolder(folder)).toThrow(BadConfig);
    expect(modeOf(folder)).toBe(0o755);
  });

  it('is refused and left open when a disk in it cannot be read', () => {
    const folder = openFolder('postgres');
    const closed = join(folder, 'postgres');
    chmodSync(outer, 0o755);
    chmodSync(closed, process.getuid?.() === 0 ? 0o700 : 0);
    // Root can read everything, so the test gives up root.
    process.seteuid?.(process.getuid?.() || 65_534);
    try {
      expect(() => privateFolder(folder)).toThrow(`This user may not write in ${closed}`);
    } finally {
      process.seteuid?.(process.getuid?.() ?? 0);
      chmodSync(closed, 0o700);
    }
    expect(modeOf(folder)).toBe(0o755);
  });

  it.runIf(process.getuid?.() !== 0)('is refused when nothing can be written there', () => {
    const folder = join(outer, 'closed');
    mkdirSync(folder, { mode: 0o500 });
    expect(() => privateFolder(folder)).toThrow(BadConfig);
  });

  it('is refused when it is a file', () => {
    writeFileSync(join(outer, 'file'), '');
    expect(() => privateFolder(join(outer, 'file'))).toThrow(BadConfig);
  });
});
