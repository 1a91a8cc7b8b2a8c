import type { NoteReason } from '@usance/api/installation/focus';
import { CsvError, parse } from 'csv-parse/sync';
import type { Line } from '../../metering/usage/reading/read-lines.ts';

/** A record of a CSV file with its first line: its cells, or the reason why it has none. */
export type CsvRecord = { readonly line: number } & (
  | { readonly cells: readonly string[] }
  | { readonly reason: NoteReason; readonly message: string }
);

const mostLinesARecord = 100;
const mostLengthARecord = 256 * 1024;
/** The text parsed in one go, which takes a few milliseconds; each line costs more than its text. */
const stretch = 64 * 1024;
const ofALine = 512;

/**
 * Yields the records of a CSV file, the header first, which sets the number of cells. A broken line is reported and
 * affects no other: an unclosed quote does not swallow the rest of the file.
 */
export async function* readRecords(source: AsyncIterable<Line>): AsyncGenerator<CsvRecord> {
  const lines = new Lines(source);
  let width: number | undefined;
  let parsed = 0;
  for (let line = await lines.next(); line; line = await lines.next()) {
    const text = textOf(line);
    if (text === '') continue;
    parsed += (text?.length ?? 0) + ofALine;
    // Parsing is synchronous, so other requests run in between.
    if (parsed > stretch) {
      parsed = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const record = text === undefined ? unreadable(line.number) : await recordAt(line.number, text, lines, width);
    if ('cells' in record) width ??= record.cells.length;
    yield record;
  }
}

async function recordAt(line: number, text: string, lines: Lines, width: number | undefined): Promise<CsvRecord> {
  const cells = cellsOf(text);
  if (cells === 'open') return (await recordOfLines(line, text, lines, width)) ?? badQuotes(line);
  if (cells === 'bad') return badQuotes(line);
  if (width === undefined || cells.length === width) return { line, cells };
  return { line, reason: 'COLUMN_COUNT', message: `The line has ${cells.length} cells, and the header ${width}.` };
}

/**
 * A quoted cell may span several lines. Lines that do not form a record together are given back. An odd number of
 * quotes means an open one, so parsing would be pointless.
 */
async function recordOfLines(line: number, first: string, lines: Lines, width: number | undefined) {
  const taken: Line[] = [];
  let text = first;
  while (taken.length < mostLinesARecord) {
    const next = await lines.next();
    if (next) taken.push(next);
    const more = next && textOf(next);
    if (more === undefined || text.length + more.length > mostLengthARecord) break;
    text += `\n${more}`;
    if (hasEvenQuotes(more)) continue;
    const cells = cellsOf(text);
    if (cells !== 'open' && cells !== 'bad' && (width === undefined || cells.length === width)) return { line, cells };
    break;
  }
  lines.giveBack(taken);
  return undefined;
}

const hasEvenQuotes = (text: string) => text.split('"').length % 2 === 1;

function cellsOf(text: string): readonly string[] | 'open' | 'bad' {
  try {
    const [cells = []] = parse(text, { record_delimiter: '\n', relax_column_count: true });
    return cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : 'bad';
  }
}

const byteOrderMark = /^\uFEFF/;

function textOf(line: Line): string | undefined {
  const text = line.text?.replace(/\r$/, '');
  return line.number === 1 ? text?.replace(byteOrderMark, '') : text;
}

function unreadable(line: number): CsvRecord {
  return { line, reason: 'BAD_LINE', message: 'The line is longer than 64 KiB or not UTF-8.' };
}

function badQuotes(line: number): CsvRecord {
  return { line, reason: 'BAD_QUOTES', message: 'The quotes of the line are not closed, or stand within a cell.' };
}

/** A line source that takes lines back. */
class Lines {
  readonly #source: AsyncIterator<Line>;
  readonly #returned: Line[] = [];

  constructor(source: AsyncIterable<Line>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async next(): Promise<Line | undefined> {
    const returned = this.#returned.shift();
    if (returned) return returned;
    const result = await this.#source.next();
    return result.done ? undefined : result.value;
  }

  giveBack(lines: readonly Line[]): void {
    this.#returned.unshift(...lines);
  }
}
