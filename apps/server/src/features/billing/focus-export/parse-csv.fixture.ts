/** A row by column; null is a cell without anything, which differs from an empty text. */
export type CsvRow = Readonly<Record<string, string | null>>;
export interface Csv {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** Reads a CSV of ours by RFC 4180. */
export function parseCsv(text: string): Csv {
  const records: (string | null)[][] = [];
  let record: (string | null)[] = [];
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && record.length === 0) break;
    record.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  const [head = [], ...others] = records;
  const columns = head.map((name) => name ?? '');
  const rows = others.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`${cells.length} cells of ${columns.length}: ${cells.join()}`);
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? null]));
  });
  return { columns, rows };
}
