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
  postgres: { migrations: [], tables: [], sequences },
  clickhouse: { migrations: [], parts: [] },
};
let bytes: Buffer;
beforeAll(async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestPath);
  zip.end();
  const file = join(folder, 'whole.zip');
  await pipeline(zip.outputStream, createWriteStream(file));
  bytes = readFileSync(file);
  const opened = await openBackup(file);
  expect(opened.manifest).toEqual(manifest);
  opened.close();
});

const listAt = () => bytes.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));

it.each([
  ['what says what stands in a backup', () => 30 + manifestPath.length, listAt, 100],
  ['the list of its entries', listAt, () => bytes.length, 20],
])('a bit that was changed in %s is never taken as it is, nor for a fault of ours', async (_, from, until, atLeast) => {
  const file = join(folder, 'flipped.zip');
  let refused = 0;
  for (let byte = from(); byte < until(); byte += 1) {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(bytes.readUInt8(byte) ^ (1 << (byte % 8)), byte);
    writeFileSync(file, copy);
    try {
      const opened = await openBackup(file);
      opened.close();
      expect(opened.manifest).toEqual(manifest);
    } catch (error) {
      if (!(error instanceof BadBackup)) throw error;
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(atLeast);
});
