import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { resummed } from './contract-archive.fixture.ts';
import { BadTar, readTar, tarEnd, tarHeaderOf, tarPaddingOf } from './tar.ts';

const known = ['manifest.json', 'contract.jsonl', 'posting.jsonl'];
const entry = (name: string, content: string) => {
  const bytes = Buffer.from(content);
  return Buffer.concat([tarHeaderOf(name, bytes.length), bytes, tarPaddingOf(bytes.length)]);
};
const typed = (type: string, content: string) => {
  const bytes = entry('extension', content);
  bytes.write(type, 156);
  resummed(bytes.subarray(0, 512));
  return bytes;
};
const pax = (content: string) => typed('x', content);
const sized = (...size: number[]) => {
  const header = tarHeaderOf('contract.jsonl', 0);
  header.set(size, 124);
  return resummed(header);
};
const good = Buffer.concat([entry('manifest.json', '{}\n'), entry('contract.jsonl', `${'x'.repeat(1000)}\n`)]);

async function* sent(bytes: Buffer, part = 65_536) {
  for (let at = 0; at < bytes.length; at += part) yield bytes.subarray(at, at + part);
}
async function filesOf(body: AsyncIterable<Buffer>) {
  const files: (readonly [string, string])[] = [];
  for await (const { name, content } of readTar(body, known)) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    files.push([name, Buffer.concat(parts).toString()]);
  }
  return files;
}
const goodFiles = [
  ['manifest.json', '{}\n'],
  ['contract.jsonl', `${'x'.repeat(1000)}\n`],
];

describe(readTar, () => {
  it.each([100, 511, 512, 513, 65_536])('reads an archive in parts of %i bytes', async (part) => {
    expect(await filesOf(sent(Buffer.concat([good, tarEnd]), part))).toEqual(goodFiles);
  });

  it('skips a file that nobody reads', async () => {
    const names: string[] = [];
    for await (const { name } of readTar(sent(Buffer.concat([good, tarEnd])), known)) names.push(name);
    expect(names).toEqual(['manifest.json', 'contract.jsonl']);
  });

  it('does not read after the end', async () => {
    async function* endless() {
      yield Buffer.concat([good, tarEnd]);
      throw new Error('It was read.');
    }
    expect(await filesOf(endless())).toEqual(goodFiles);
  });

  it('takes a part only after the one before was read, and closes what it reads from', async () => {
    let [given, isClosed] = [0, false];
    async function* parts() {
      try {
        yield tarHeaderOf('contract.jsonl', 2 ** 30);
        for (; ; given += 1) yield Buffer.alloc(65_536);
      } finally {
        isClosed = true;
      }
    }
    let read = 0;
    for await (const { content } of readTar(parts(), known)) {
      for await (const _ of content) {
        read += 1;
        expect(given).toBeLessThanOrEqual(read);
        if (read === 20) break;
      }
      break;
    }
    expect(isClosed).toBe(true);
  });

  it('passes on why its source failed', async () => {
    async function* broken() {
      yield good.subarray(0, 1000);
      throw new Error('The disk is gone.');
    }
    await expect(filesOf(broken())).rejects.toThrow('The disk is gone.');
  });

  it('refuses an archive that is cut off, wherever it is', async () => {
    const whole = Buffer.concat([good, tarEnd]);
    for (let end = 0; end < whole.length; end += 100)
      await expect(filesOf(sent(whole.subarray(0, end))), `at ${end}`).rejects.toThrow(BadTar);
  });

  const million = 'x'.repeat(1_000_000);
  it.each<[string, () => Buffer, string]>([
    ['a header of pax of 128 KiB', () => pax('6 k=v\n'.repeat(22_000)), 'not a plain file'],
    ['a header of pax of 36 MB', () => pax('6 k=v\n'.repeat(6_000_000)), 'not a plain file'],
    ['2,000 headers of pax', () => Buffer.concat(Array(2_000).fill(pax('6 k=v\n'.repeat(100)))), 'not a plain file'],
    ['small headers of pax by the thousand', () => Buffer.concat(Array(1_000).fill(pax('6 k=v\n'))), 'too many'],
    ['a global header of pax', () => typed('g', '6 k=v\n'.repeat(100)), 'not a plain file'],
    ['a size in pax that is not there', () => pax('14 size=99999\n'), 'Truncated'],
    ['a size in pax without end', () => pax('17 size=Infinity\n'), 'Truncated'],
    ['a path in pax', () => pax('20 path=/etc/passwd\n'), 'not one of ours'],
    ['a long name of GNU', () => typed('L', '/etc/passwd\0'), 'not one of ours'],
    ['a size of 4 PB in base 256', () => sized(0x80, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0), 'Truncated'],
    ['a size of 8 EB in base 256', () => sized(0x80, 0, 0, 0, 0x7f, ...Array(7).fill(0xff)), 'number'],
    ['a size below zero in base 256', () => sized(...Array(11).fill(0xff), 0), 'twice'],
    ['100,000 entries', () => Buffer.concat(Array(100_000).fill(tarHeaderOf('x', 0))), 'not one of ours'],
    ['gzip', () => gzipSync(entry('contract.jsonl', million)), 'compressed'],
    ['zstd', () => zstdCompressSync(entry('contract.jsonl', million)), 'damaged'],
    ['no order at all', () => Buffer.alloc(1_000_000, 'x'), 'checksum'],
  ])('refuses %s', async (_, bytes, why) => {
    const error = await filesOf(sent(Buffer.concat([bytes(), good, tarEnd]))).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadTar);
    expect(error).toMatchObject({ message: expect.stringContaining(why) });
  });
});
