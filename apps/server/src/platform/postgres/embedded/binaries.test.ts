import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { closed, readOnly } = vi.hoisted(() => ({ closed: new Set<string>(), readOnly: new Set<string>() }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readdirSync = (...asked: Parameters<typeof fs.readdirSync>) => {
    if (closed.has(String(asked[0]))) throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
    return fs.readdirSync(...asked);
  };
  const symlinkSync = (target: string, path: string) => {
    if (readOnly.has(dirname(path))) throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
    fs.symlinkSync(target, path);
  };
  return { ...fs, readdirSync, symlinkSync };
});
const { findBinaries, shelfOfRoot } = await import('./binaries.ts');

const folder = mkdtempSync(join(tmpdir(), 'usance-binaries-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  closed.clear();
  readOnly.clear();
});

/** Creates programs that report a PostgreSQL version, or fail to run. */
function programs(name: string, major?: number): string {
  const bin = join(folder, name, 'bin');
  for (const inside of [bin, join(folder, name, 'lib')]) mkdirSync(inside, { recursive: true });
  for (const program of ['initdb', 'postgres']) {
    const says = major === undefined ? 'exit 127' : `echo "${program} (PostgreSQL) ${major}.1"`;
    writeFileSync(join(bin, program), `#!/bin/sh\n${says}\n`);
    chmodSync(join(bin, program), 0o755);
  }
  return bin;
}

// Newer versions than any host has.
const [older, newer, newest] = [programs('older', 97), programs('newer', 98), programs('newest', 99)];
programs('package', 98);
programs('broken');
const told: string[] = [];
const find = (packaged: string, madeBy?: number) =>
  findBinaries({
    owner: {},
    dataDir: folder,
    madeBy,
    packaged: join(folder, packaged),
    tell: (line) => told.push(line),
  });
beforeEach(() => {
  told.length = 0;
  vi.stubEnv('PATH', [older, newest, newer, process.env['PATH']].join(':'));
});

describe('the PostgreSQL that serves', () => {
  it("is the package's, even if the host has a newer one", () => {
    for (const madeBy of [undefined, 98]) expect(find('package', madeBy).folder).toBe(join(folder, 'package', 'bin'));
    expect(told).toEqual([]);
  });

  it.each(['broken', 'nowhere'])(
    'is the newest of the host, with a line in the log, if the package is %s',
    (packaged) => {
      expect(find(packaged)).toEqual({ folder: newest, major: 99 });
      expect(told).toEqual([
        `The PostgreSQL that Usance brings does not run on this host: it uses the one in ${newest}.`,
      ]);
    },
  );

  it.each([
    ['broken', 97, older],
    ['broken', 98, newer],
    ['package', 97, older],
  ])('with a package that is %s is the one that made the database, %i', (packaged, madeBy, itsFolder) => {
    expect(find(packaged, madeBy)).toEqual({ folder: itsFolder, major: madeBy });
    expect(told).toEqual([expect.stringContaining(`it uses the one in ${itsFolder}.`)]);
  });

  it('has an absolute path even if PATH is relative, so that it starts from another folder', () => {
    vi.stubEnv('PATH', [relative(process.cwd(), newest), '/usr/bin', '/bin'].join(':'));
    expect(find('nowhere')).toEqual({ folder: newest, major: 99 });
  });

  it('is found beside folders of the host that this user cannot read', () => {
    for (const path of ['/usr', '/usr/libexec', '/usr/lib/postgresql']) closed.add(path);
    expect(find('nowhere')).toEqual({ folder: newest, major: 99 });
  });

  it('is a copy where its libraries cannot be linked, without leftovers of a killed start', () => {
    const native = join(programs('unlinked', 98), '..');
    const lib = join(native, 'lib');
    writeFileSync(join(lib, 'libpq.so.5'), '');
    readOnly.add(lib);
    writeFileSync(join(native, '..', 'package.json'), '{ "version": "98.1.0" }');
    const copy = join(folder, 'postgresql-98.1.0');
    const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
    for (const pid of [dead, process.pid])
      mkdirSync(join(`${copy}.${pid}-0123abcd.unfinished`, 'bin'), { recursive: true });
    expect(find('unlinked').folder).toBe(join(copy, 'bin'));
    expect(told).toEqual([expect.stringContaining(`runs from a copy in ${copy}`)]);
    expect(existsSync(join(copy, 'lib', 'libpq.so'))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith('postgresql-'))).toEqual(['postgresql-98.1.0']);
    // The next start uses it.
    told.length = 0;
    expect(find('unlinked').folder).toBe(join(copy, 'bin'));
    expect(told).toEqual([]);
  });

  it('is copied for root into a folder of its own, apart from the closed one of a service', () => {
    const unit = readFileSync(new URL('../../../../../../deploy/usance.service', import.meta.url), 'utf8');
    const cache = /^CacheDirectory=(.+)$/m.exec(unit)?.[1] ?? '';
    expect(relative(join('/var/cache', cache), shelfOfRoot)).toMatch(/^\.\.\//);
  });

  it('is one of another version if the one that made the database is missing, so that the refusal says so', () => {
    expect(find('package', 96).major).toBe(98);
    expect(find('broken', 96).major).toBe(99);
  });
});
