import { createHash } from 'node:crypto';
import { type Decimal, fromUnits } from '@usance/money/decimal';

/** Reads a row's cell by its column; empty if it is missing or has a word for nothing. */
export type CellReader = (column: string) => string;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what is replaced
const unseen = /[\u0000-\u001f\u007f\u0085\u2028-\u202e\u2066-\u2069]+/g;
/** Words that exports write for an empty cell. */
const nothing = /^(null|none|n\/a|-)$/i;

/** Puts a text on one line, without direction overrides, as calls require. */
export const onOneLine = (text: string): string => text.replace(unseen, ' ').trim();

/** The text of a cell on one line. */
export function textIn(cell: string | undefined): string {
  const text = onOneLine(cell ?? '');
  return nothing.test(text) ? '' : text;
}

/** The start of a text, without half a surrogate pair, which no database returns unchanged. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/**
 * Shortens an id to a length. A longer one ends in a digest of the whole, so that ids with a common start stay
 * different.
 */
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

/** Reads a decimal in the forms of exports: "1", ".5", "5." and "3.0E-8"; else undefined. */
export function readDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponentText = '0'] = written.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponentText);
  return scale >= 0 ? fromUnits(units, scale) : fromUnits(units * 10n ** BigInt(-scale), 0);
}
