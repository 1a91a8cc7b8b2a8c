import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readLines } from '../../metering/usage/reading/read-lines.ts';
import { readRecords } from './read-records.ts';

vi.mock(import('csv-parse/sync'), async (load) => {
  const all = await load();
  return { ...all, parse: vi.fn(all.parse) };
});

async function recordsOf(text: string) {
  const found = [];
  for await (const record of readRecords(readLines(chunks(text), 1_000_000))) found.push(record);
  return found;
}

async function* chunks(text: string) {
  yield Buffer.from(text);
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

describe('readRecords', () => {
  it('reads back all written cells, and the line on which each record begins', async () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('a,b', 'say "so"', 'two\nlines', 'NULL', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
        const written = rows.map((row) => row.map((text) => text.replaceAll(/[\r\n]+/g, '\n').replace(/^\uFEFF/, '')));
        const records = await recordsOf(`x,y,z\n${written.map((row) => row.map(quoted).join(',')).join('\n')}`);
        expect(records.map((record) => 'cells' in record && record.cells)).toEqual([['x', 'y', 'z'], ...written]);
        let line = 2;
        for (const [index, row] of written.entries()) {
          expect(records[index + 1]?.line).toBe(line);
          line += row.join('').split('\n').length;
        }
      }),
    );
  });

  it('reads files of any system: with a mark in front, CRLF, empty lines and no last newline', async () => {
    expect(await recordsOf('\uFEFF"a",b\r\n\r\n1,2')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]);
  });

  it.each([
    ['too few cells', '1', 'COLUMN_COUNT'],
    ['too many cells', '1,2,3', 'COLUMN_COUNT'],
    ['a quote within a cell', '1,a"b', 'BAD_QUOTES'],
    ['a quote that closes too early', '"1"x,2', 'BAD_QUOTES'],
    ['a quote that is never closed', '1,"2', 'BAD_QUOTES'],
    ['more than 64 KiB', `1,${'x'.repeat(70_000)}`, 'BAD_LINE'],
  ])('reports a line with %s and loses no other', async (_, line, reason) => {
    expect(await recordsOf(`a,b\n1,2\n${line}\n"3",4\n5,6\n`)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
      expect.objectContaining({ line: 3, reason }),
      { line: 4, cells: ['3', '4'] },
      { line: 5, cells: ['5', '6'] },
    ]);
  });

  it('reads each text only a few times, however long a quote stays open', async () => {
    const parsed = vi.mocked(parse);
    parsed.mockClear();
    const lines = [`1,"${'x'.repeat(1_000)}`, ...Array.from({ length: 200 }, () => `2,${'y'.repeat(1_000)}`)];
    const text = `a,b\n${lines.join('\n')}`;
    const records = await recordsOf(text);
    expect(records.filter((record) => 'cells' in record)).toHaveLength(201);
    const looked = parsed.mock.calls.reduce((sum, [given]) => sum + String(given).length, 0);
    expect(looked).toBeLessThan(3 * text.length);
  });

  it('is a record of several lines up to 256 KiB', async () => {
    const cell = (lines: number) => Array.from({ length: lines }, () => 'z'.repeat(60_000)).join('\n');
    expect((await recordsOf(`a,b\n1,"${cell(4)}"`)).at(-1)).toMatchObject({ line: 2, cells: ['1', cell(4)] });
    expect((await recordsOf(`a,b\n1,"${cell(5)}"`))[1]).toMatchObject({ line: 2, reason: 'BAD_QUOTES' });
  });

  it('lets other requests run between long lines', async () => {
    let turns = 0;
    const goesRound = () => {
      turns += 1;
      timer = setImmediate(goesRound);
    };
    let timer = setImmediate(goesRound);
    await recordsOf(`a,b\n${`1,${'x'.repeat(60_000)}\n`.repeat(10)}`);
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
