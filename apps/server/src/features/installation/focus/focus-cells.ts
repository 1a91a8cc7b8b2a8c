import { createHash } from 'node:crypto';
import { type Decimal, fromUnits } from '@usance/money/decimal';

/** Reads a row's cell by its column; empty where the row has none or says that nothing is there. */
export type CellReader = (column: string) => string;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what is replaced
const unseen = /[\u0000-\u001f\u007f\u0085\u2028-\u202e\u2066-\u2069]+/g;
/** Exports write these words for an empty cell. */
const nothing = /^(null|none|n\/a|-)$/i;

/** A text on one line, with nothing that turns round what is read after it, as calls ask for. */
export const onOneLine = (text: string): string => text.replace(unseen, ' ').trim();

/** The text of a cell; a cell of several lines becomes one. */
export function textIn(cell: string | undefined): string {
  const text = onOneLine(cell ?? '');
  return nothing.test(text) ? '' : text;
}

/** The start of a text. It never keeps half of a surrogate pair, which no store would give back unchanged. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/** An id that fits a length. A longer one ends in a digest of all of it, so that two ids with one beginning stay two. */
export function shortened(id: string, length: number): string {
  if (id.length <= length) return id;
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return `${cut(id, length - digest.length - 1)}#${digest}`;
}

/** A cell's value for a message. */
export function quoted(text: string): string {
  return text === '' ? 'empty' : JSON.stringify(cut(text, 40));
}

const written = /^([+-]?)(?=\.?\d)(\d{0,60})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A decimal as exports write it: "1", ".5", "5." and "3.0E-8"; undefined for all else. */
export function readDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponentText = '0'] = written.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponentText);
  return scale >= 0 ? fromUnits(units, scale) : fromUnits(units * 10n ** BigInt(-scale), 0);
}
