/** The cells of a row by column; a missing one is null, which FOCUS writes as nothing. */
export type Cells<Column extends string> = Readonly<Partial<Record<Column, string>>>;

/** The header line. FOCUS files have no byte order mark: programs read them. */
export function headLine(columns: readonly string[]): string {
  return `${columns.map(quotedCell).join(',')}\n`;
}

export function csvLine<Column extends string>(columns: readonly Column[], cells: Cells<Column>): string {
  return `${columns.map((column) => quotedCell(cells[column] ?? '')).join(',')}\n`;
}

const quotedCell = (value: string) => (value === '' ? '' : `"${value.replaceAll('"', '""')}"`);

/** An instant in the one form that FOCUS allows, `2026-09-01T00:00:00Z`. */
export const focusInstant = (at: number | Date): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
