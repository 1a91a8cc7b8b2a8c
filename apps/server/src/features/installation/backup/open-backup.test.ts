import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { BadBackup, manifestPath } from './manifest.ts';
import { openBackup } from './open-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'usance-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sequences = ['audit_id_seq', 'usage_mark'].map((name, i) => ({ name, value: String(4711 + i), isCalled: true }));
const manifest = {
  format: 'usance-backup-1',
  version: '1.0.0',
  madeAt: '2026-10-02T10:00:00.000Z',
  postgres: { migrations: [], tables: [], sequences, objects: [] },
  clickhouse: { migrations: [], parts: [] },
};
let bytes: Buffer;

async function written(text: string): Promise<string> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(text), manifestPath);
  zip.end();
  const file = join(folder, 'whole.zip');
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

beforeAll(async () => {
  const file = await written(JSON.stringify(manifest));
  bytes = readFileSync(file);
  const opened = await openBackup(file);
  expect(opened.manifest).toEqual(manifest);
  opened.close();
});

/** True if a file with these bytes is refused with BadBackup; false if it has the original content. */
async function isRefused(copy: Buffer): Promise<boolean> {
  const file = join(folder, 'damaged.zip');
  writeFileSync(file, copy);
  try {
    const opened = await openBackup(file);
    opened.close();
    expect(opened.manifest).toEqual(manifest);
    return false;
  } catch (error) {
    if (!(error instanceof BadBackup)) throw error;
    return true;
  }
}

const listAt = () => bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));

it.each([
  ['what stands before it', () => 0, () => 30 + manifestPath.length, 1],
  ['what says what stands in a backup', () => 30 + manifestPath.length, listAt, 100],
  ['the list of its entries', listAt, () => bytes.length, 20],
])('a changed bit in %s is never accepted, nor reported as a fault of ours', async (_, from, until, atLeast) => {
  let refused = 0;
  for (let byte = from(); byte < until(); byte += 1) {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(bytes.readUInt8(byte) ^ (1 << (byte % 8)), byte);
    if (await isRefused(copy)) refused += 1;
  }
  expect(refused).toBeGreaterThan(atLeast);
});

it('a backup cut off at any byte is refused', async () => {
  for (let length = 0; length < bytes.length; length += 1)
    expect(await isRefused(bytes.subarray(0, length))).toBe(true);
});

it.each([[Buffer.alloc(1)], [Buffer.alloc(70_000)], [Buffer.from('PK\u0005\u0006', 'latin1')]])(
  'bytes appended to a backup change nothing in it',
  async (more) => {
    await isRefused(Buffer.concat([bytes, more]));
  },
);

it('a manifest that would fill the memory is refused by its size', async () => {
  const file = await written(JSON.stringify(manifest) + ' '.repeat(65 * 2 ** 20));
  await expect(openBackup(file)).rejects.toThrow('larger than');
});
