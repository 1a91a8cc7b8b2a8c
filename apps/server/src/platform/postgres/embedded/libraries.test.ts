import { chmodSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { layLibraries, shorterNames } from './libraries.ts';

describe('a library is asked for', () => {
  it.each([
    ['libpq.so.5.18', ['libpq.so', 'libpq.so.5']],
    ['libz.so.1', ['libz.so']],
    ['libicudata.68.2.dylib', ['libicudata.dylib', 'libicudata.68.dylib']],
    ['libpq.dylib', []],
    ['libpgport.a', []],
    ['pg-symlinks.json', []],
  ])('%s as %j', (file, names) => expect(shorterNames(file)).toEqual(names));
});

describe('laying libraries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'usance-libraries-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('links missing names, safely when repeated and in parallel', () => {
    writeFileSync(join(folder, 'libpq.so.5.18'), '');
    expect([layLibraries(folder), layLibraries(folder)]).toEqual([true, true]);
    for (const name of ['libpq.so', 'libpq.so.5']) expect(readlinkSync(join(folder, name))).toBe('libpq.so.5.18');
    chmodSync(folder, 0o500);
    expect(layLibraries(folder)).toBe(true);
  });
});
