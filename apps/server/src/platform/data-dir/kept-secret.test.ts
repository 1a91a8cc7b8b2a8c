import { spawnSync } from 'node:child_process';
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { forOperator } from '../failure/operator-error.ts';
import { keptSecret } from './kept-secret.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, writeFileSync: vi.fn(fs.writeFileSync), linkSync: vi.fn(fs.linkSync) };
});

const folder = mkdtempSync(join(tmpdir(), 'usance-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a secret is created once and stays the same', () => {
  const secret = keptSecret(folder, 'token');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(keptSecret(folder, 'token')).toBe(secret);
});

it('a server killed while creating a secret leaves nothing behind, and another secret is created', () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  const [half, alive] = [`half.${dead}-0123abcd.unfinished`, `half.${process.ppid}-0123abcd.unfinished`];
  for (const name of [half, alive]) writeFileSync(join(folder, name), '');
  expect(keptSecret(folder, 'half')).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(folder).filter((name) => name.startsWith('half'))).toEqual(['half', alive]);
});

it('a secret that was not written completely does not get its name, and the next try creates one', () => {
  const write = vi.mocked(writeFileSync);
  write.mockImplementationOnce((file, _, options) => {
    write(file, '', options);
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  });
  expect(() => keptSecret(folder, 'cut')).toThrow('no space left');
  expect(readdirSync(folder).filter((name) => name.startsWith('cut'))).toEqual([]);
  expect(keptSecret(folder, 'cut')).toMatch(/^[\w-]{43}$/);
});

it.each([
  ['the secret of a faster process wins', 'EEXIST', 'theirs'],
  ['a file system without links keeps one too', 'EPERM', undefined],
])('%s', (_, code, theirs) => {
  vi.mocked(linkSync).mockImplementationOnce((_from, to) => {
    if (theirs !== undefined) writeFileSync(to, theirs);
    throw Object.assign(new Error(code), { code });
  });
  const secret = keptSecret(folder, `linked ${code}`);
  if (theirs === undefined) expect(secret).toMatch(/^[\w-]{43}$/);
  else expect(secret).toBe(theirs);
  expect(keptSecret(folder, `linked ${code}`)).toBe(secret);
  expect(readdirSync(folder).filter((name) => name.startsWith('linked') && name.endsWith('unfinished'))).toEqual([]);
});

it('an unfinished secret that another container removes as a leftover is created again', () => {
  vi.mocked(linkSync).mockImplementationOnce((from) => {
    rmSync(from);
    throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  });
  const secret = keptSecret(folder, 'swept');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(keptSecret(folder, 'swept')).toBe(secret);
});

it('a secret that another process creates at the same time stays, even on a file system without links', () => {
  vi.mocked(linkSync).mockImplementationOnce((_, to) => {
    writeFileSync(to, 'theirs');
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  expect(keptSecret(folder, 'at once')).toBe('theirs');
  expect(readFileSync(join(folder, 'at once'), 'utf8')).toBe('theirs');
});

it.each(['', '\n', ' \r\n'])('a token file that holds %j stops the start, and says which file it is', (content) => {
  const file = join(folder, 'internal-token');
  writeFileSync(file, content);
  const start = () => readConfig({ DATA_DIR: folder });
  expect(start).toThrow(file);
  let told: string | undefined;
  try {
    start();
  } catch (error) {
    told = forOperator(error);
  }
  expect(told).toContain('is empty');
});
