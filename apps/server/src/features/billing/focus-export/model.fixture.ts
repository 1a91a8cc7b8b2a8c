import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isCurrency, isInstant, isKeyValue, isNotBelowZero, isNumeric, isUnit } from './focus-formats.fixture.ts';
import type { Csv, CsvRow } from './parse-csv.fixture.ts';

const datasetName = z.enum(['Cost and Usage', 'Invoice Detail', 'Billing Period']);
const modelColumn = z.object({
  dataset: datasetName,
  column: z.string(),
  level: z.enum(['Mandatory', 'Conditional', 'Recommended']),
  type: z.string(),
  format: z.string(),
  nullable: z.boolean(),
  allowed: z.optional(z.array(z.string())),
  parents: z.optional(z.record(z.string(), z.string())),
});
type ModelColumn = z.output<typeof modelColumn>;

const model = readFileSync(new URL('./rules/model-1.4.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => modelColumn.parse(JSON.parse(line)));

/** Columns that may be null where their model says not, because what they describe is not in the file. */
const ofAbsentFeatures: ReadonlySet<string> = new Set([
  'PaymentCurrency',
  'PaymentCurrencyBilledCost',
  'PaymentCurrencyInvoiceDetailId',
]);

/** Returns what a file of FOCUS 1.4 has against the public model of its dataset. */
export function modelProblems(dataset: z.output<typeof datasetName>, { columns, rows }: Csv): string[] {
  const wanted = model.filter((each) => each.dataset === dataset);
  const known = new Set(wanted.map(({ column }) => column));
  const strange = columns.filter((column) => !known.has(column) && !column.startsWith('x_'));
  const missing = wanted.filter(({ column }) => !columns.includes(column));
  return [
    ...strange.map((column) => `${column} is not a column of ${dataset}`),
    ...missing.map(({ column, level }) => `${column} is missing, which is ${level}`),
    ...new Set(rows.flatMap((row) => wanted.flatMap((column) => problemOf(column, row)))),
  ];
}

function problemOf({ column, nullable, format, type, allowed, parents }: ModelColumn, row: CsvRow): string[] {
  const cell = row[column] ?? null;
  if (cell === null) return nullable || ofAbsentFeatures.has(column) ? [] : [`${column} is null`];
  if (cell === '') return [`${column} is an empty text`];
  if (!fits(cell, { format, type })) return [`${column} is ${cell}, not ${format}`];
  if (allowed && !allowed.includes(cell)) return [`${column} is ${cell}, which is not allowed`];
  if (parents && parents[cell] !== row['ServiceCategory']) return [`${cell} is not in ${row['ServiceCategory']}`];
  return [];
}

function fits(cell: string, { format, type }: Pick<ModelColumn, 'format' | 'type'>): boolean {
  if (format === 'Decimal (non-negative)') return isNotBelowZero(cell);
  if (type === 'Decimal') return isNumeric(cell);
  if (type === 'Date/Time') return isInstant(cell);
  if (type === 'JSON') return isKeyValue(cell);
  if (format === 'Currency') return isCurrency(cell);
  return format !== 'Unit' || isUnit(cell);
}
