import { describe, expect, it, vi } from 'vitest';
import { readLines } from './read-lines.ts';

const plenty = 64 * 1024 * 1024;

async function* piecesOf(...pieces: (string | Buffer)[]) {
  for (const piece of pieces) yield Buffer.from(piece);
}

async function linesOf(...pieces: (string | Buffer)[]) {
  const lines: [number, string | undefined][] = [];
  for await (const { number, text } of readLines(piecesOf(...pieces), plenty)) lines.push([number, text]);
  return lines;
}

describe('the lines of a body', () => {
  it('are the same however it is cut into pieces', async () => {
    const text = 'a\n\n{"b":"ü"}\r\n\nc😀\nlast';
    const whole = await linesOf(text);
    expect(whole).toEqual([
      [1, 'a'],
      [3, '{"b":"ü"}\r'],
      [5, 'c😀'],
      [6, 'last'],
    ]);
    const bytes = Buffer.from(text);
    for (let at = 1; at < bytes.length; at += 1)
      expect(await linesOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual(whole);
    expect(await linesOf(...[...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
  });

  it('keep a NUL, lose a byte order mark, and have no text if they are not UTF-8', async () => {
    expect(await linesOf('\ufeffa\n\0\n', Buffer.of(0xff), '\nb\n')).toEqual([
      [1, 'a'],
      [2, '\0'],
      [3, undefined],
      [4, 'b'],
    ]);
  });

  it('have no text if they are longer than 64 KiB, without affecting other lines', async () => {
    const longest = 'x'.repeat(64 * 1024);
    expect(await linesOf(`${longest}\n${longest}`, 'x\nb')).toEqual([
      [1, longest],
      [2, undefined],
      [3, 'b'],
    ]);
  });

  it('are not copied again for every piece of a long one', async () => {
    const concat = vi.spyOn(Buffer, 'concat');
    const piece = 'x'.repeat(1024);
    expect(await linesOf(...Array<string>(1024).fill(piece), '\nb')).toEqual([
      [1, undefined],
      [2, 'b'],
    ]);
    const copied = concat.mock.results.reduce((sum, { value }) => sum + Number(value.length), 0);
    concat.mockRestore();
    expect(copied).toBeLessThan(2 * 1024 * 1024);
  });
});
