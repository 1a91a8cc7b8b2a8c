import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '#testing/builders.ts';
import { silent } from '#testing/silent-log.ts';
import { limitMs, newFolder, opened } from '../backup/installation.fixture.ts';
import { epochOfRecords } from '../epoch/difference.ts';
import { assertTogether } from '../epoch/epoch.ts';
import { discardUnfinishedDemo } from './discard-unfinished-demo.ts';
import { withUnfinishedMark } from './unfinished-demo.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, copyFileSync: vi.fn(fs.copyFileSync), renameSync: vi.fn(fs.renameSync) };
});

const now = new Date('2026-10-02T10:00:00Z');
const databases = ['clickhouse', 'postgres'];
const there = (folder: string) => readdirSync(folder).filter((name) => databases.includes(name));

/** The reports while an unfinished demonstration in a folder is discarded. */
async function told(dataDir: string): Promise<string[]> {
  const lines: string[] = [];
  await discardUnfinishedDemo({ dataDir, log: silent, now, tell: (line) => lines.push(line) });
  expect(existsSync(join(dataDir, 'demo-unfinished'))).toBe(false);
  return lines;
}

async function cutOff(dataDir: string, epoch: string): Promise<void> {
  await expect(withUnfinishedMark(dataDir, epoch, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
}

describe('a demonstration that was cut off', { timeout: limitMs }, () => {
  const dataDir = newFolder();
  let epoch: string;
  let contractId: string;
  beforeAll(async () => {
    const installation = await opened(dataDir);
    await assertTogether(installation.deps);
    epoch = await epochOfRecords(installation.deps.db);
    contractId = (await contract(installation)).id;
    await installation.close();
  }, limitMs);

  it('before its mark was complete loses only the mark', async () => {
    writeFileSync(join(dataDir, 'demo-unfinished.unfinished'), '');
    const before = there(dataDir);
    expect(await told(dataDir)).toEqual([]);
    expect(there(dataDir)).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('demo'))).toEqual([]);
  });

  it('without databases is forgotten, and no folder is put aside', async () => {
    const empty = newFolder();
    await cutOff(empty, 'an epoch');
    expect(await told(empty)).toEqual([]);
    expect(readdirSync(empty)).toEqual([]);
  });

  it('whose databases a killed server put aside silently is reported now', async () => {
    const killed = newFolder();
    const aside = join(killed, 'put-aside-20261002T095900');
    for (const name of databases) mkdirSync(join(aside, name), { recursive: true });
    await cutOff(killed, 'an epoch');
    expect(await told(killed)).toEqual([expect.stringContaining(aside)]);
    expect(there(aside)).toEqual(databases);
    expect(await told(killed)).toEqual([]);
  });

  it('on a missing disk stays marked, since the disk may come back', async () => {
    const folder = newFolder();
    for (const name of databases) symlinkSync(join(folder, 'missing', name), join(folder, name));
    await cutOff(folder, 'an epoch');
    const lines: string[] = [];
    const discarded = discardUnfinishedDemo({ dataDir: folder, log: silent, now, tell: (line) => lines.push(line) });
    await expect(discarded).rejects.toThrow('link to a missing target');
    expect(existsSync(join(folder, 'demo-unfinished'))).toBe(true);
  });

  it.each([
    ['a link', undefined],
    ['a disk that is mounted there', 'EBUSY'],
  ])('in a folder that is %s stays there, with a remedy', async (_, code) => {
    const [folder, disk] = [newFolder(), newFolder()];
    mkdirSync(join(folder, 'postgres'));
    writeFileSync(join(folder, 'demo-unfinished'), 'The demonstration was not finished.\n');
    if (code === undefined) symlinkSync(disk, join(folder, 'clickhouse'));
    else {
      mkdirSync(join(folder, 'clickhouse'));
      const { renameSync: really } = await vi.importActual<typeof import('node:fs')>('node:fs');
      vi.mocked(renameSync)
        .mockImplementationOnce(really)
        .mockImplementationOnce(() => {
          throw Object.assign(new Error(code), { code });
        });
    }
    const before = readdirSync(folder);
    await expect(told(folder)).rejects.toThrow(`then remove ${join(folder, 'demo-unfinished')}`);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is not moved if its password cannot be copied beside it', async () => {
    const folder = newFolder();
    for (const name of databases) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'postgres-password'), 'its password\n');
    writeFileSync(join(folder, 'demo-unfinished'), 'The demonstration was not finished.\n');
    const before = readdirSync(folder);
    vi.mocked(copyFileSync).mockImplementationOnce((_, to) => {
      writeFileSync(to, '');
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    });
    await expect(told(folder)).rejects.toThrow('no space left');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('leaves databases of another epoch in its place alone', async () => {
    await cutOff(dataDir, 'another');
    expect(await told(dataDir)).toEqual([expect.stringContaining('stay as they are')]);
    const untouched = await opened(dataDir);
    expect(await untouched.deps.db.selectFrom('contract').select('id').execute()).toEqual([{ id: contractId }]);
    await untouched.close();
  });

  it('puts aside databases of which only one is its own', async () => {
    const mixed = newFolder();
    for (const name of ['postgres', 'postgres-password']) renameSync(join(dataDir, name), join(mixed, name));
    await cutOff(mixed, epoch);
    mkdirSync(join(mixed, 'clickhouse'), { mode: 0o700 });
    const lines = await told(mixed);
    const aside = join(mixed, 'put-aside-20261002T100000');
    expect(lines).toEqual([expect.stringContaining(aside)]);
    expect(there(mixed)).toEqual([]);
    expect(there(aside)).toEqual(databases);
    renameSync(join(aside, 'postgres'), join(dataDir, 'postgres'));
    renameSync(join(aside, 'postgres-password'), join(dataDir, 'postgres-password'));
  });

  it('with a mark of an earlier version, without an epoch, is put aside', async () => {
    writeFileSync(join(dataDir, 'demo-unfinished'), 'The demonstration was not finished.\n');
    expect(await told(dataDir)).toEqual([expect.stringContaining('Remove that folder')]);
    expect(there(dataDir)).toEqual([]);
    const aside = join(dataDir, 'put-aside-20261002T100000');
    const kept = await opened(aside);
    expect(await kept.deps.db.selectFrom('contract').select('id').execute()).toEqual([{ id: contractId }]);
    await kept.close();
    for (const name of databases) renameSync(join(aside, name), join(dataDir, name));
    copyFileSync(join(aside, 'postgres-password'), join(dataDir, 'postgres-password'));
    rmSync(aside, { recursive: true });
  });

  it('is removed from databases of the marked epoch', async () => {
    await cutOff(dataDir, epoch);
    expect(await told(dataDir)).toEqual([]);
    expect(there(dataDir)).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => /demo|aside/.test(name))).toEqual([]);
  });
});
