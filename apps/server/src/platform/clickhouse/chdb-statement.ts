import { quote } from './literal.ts';

/** The instructions for one statement, read from its text. This parses only the edges of the SQL. */
export type ChdbStatement =
  | { kind: 'stream'; sql: string; format: string; onlyReads: true; repeatsHeader: boolean }
  | { kind: 'whole'; sql: string; format: string; onlyReads: boolean };

// Each chunk of a chDB stream is a document of its own, so only formats whose documents concatenate can stream.
const streamed = new Map([
  ['JSONEachRow', false],
  ['JSONCompactEachRow', false],
  ['CSV', false],
  ['TabSeparated', false],
  ['TSV', false],
  ['CSVWithNames', true],
  ['TabSeparatedWithNames', true],
  ['TSVWithNames', true],
]);

/** Splits off the trailing FORMAT, and decides whether rows can stream or must leave as one document. */
export function readStatement(text: string, defaultFormat = 'TabSeparated'): ChdbStatement {
  const trimmed = text.replace(/[\s;]+$/, '');
  const match = /\sFORMAT\s+(\w+)$/i.exec(trimmed);
  const sql = match === null ? trimmed : trimmed.slice(0, match.index);
  const format = match?.[1] ?? defaultFormat;
  const repeatsHeader = streamed.get(format);
  const onlyReads = readsRows(sql);
  if (repeatsHeader === undefined || !onlyReads) return { kind: 'whole', sql, format, onlyReads };
  return { kind: 'stream', sql, format, onlyReads, repeatsHeader };
}

function readsRows(sql: string): boolean {
  const withoutComments = sql.replace(/^(\s+|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/, '');
  return /^\(*\s*(SELECT|WITH)\b/i.test(withoutComments);
}

/** Returns `INSERT INTO t FORMAT f` with its rows in a file; undefined if the text is not an insert with rows. */
export function insertFromFile(text: string, file: string): string | undefined {
  const match = /^\s*(INSERT\s+INTO\s[\s\S]*?)\s+FORMAT\s+(\w+)\s*;?\s*$/i.exec(text);
  if (match?.[1] === undefined || match[2] === undefined || /\sSELECT\s/i.test(match[1])) return undefined;
  return `${match[1]} FROM INFILE ${quote(file)} FORMAT ${match[2]}`;
}

/** Returns the statement that sets at least one setting or query parameter of a session. */
export function settingsStatement(entries: readonly (readonly [string, string])[]): string {
  const assignments = entries.map(([name, value]) => {
    if (!/^\w+$/.test(name)) throw new Error(`Setting name ${JSON.stringify(name)} is not a word`);
    return `${name} = ${quote(value)}`;
  });
  return `SET ${assignments.join(', ')}`;
}
