import type { FocusReport } from '@usance/api/focus';
import { type Currency, currencies } from '@usance/money/currency';
import { compare, isNegative, negate } from '@usance/money/decimal';
import { instant } from '@usance/period/instant';
import { invalidParameter } from '../../../platform/refusal.ts';
import type { Line } from '../../metering/usage/reading/read-lines.ts';
import { type FocusUsage, readFocusRow } from './focus-row.ts';
import { type CsvRecord, readRecords } from './read-records.ts';

export type Note = FocusReport['notes'][number];
/** Usage that can be rated, and its line in the file. */
export type FocusLine = { readonly line: number; readonly usage: FocusUsage };

export interface FocusFile {
  /** Records below the header, broken ones too. */
  readonly rows: number;
  /** As the file names the billing account; empty where it does not. */
  readonly account: string;
  readonly currency: Currency;
  readonly usages: readonly FocusLine[];
  /** Every other row, and why it cannot be rated. */
  readonly notes: readonly Note[];
}

const requiredColumns = [
  'ChargeCategory',
  'PricingQuantity',
  'ListUnitPrice',
  'ListCost',
  'ChargePeriodStart',
  'ChargePeriodEnd',
  'BillingCurrency',
];

/** Reads a whole file: each row becomes usage or a note. Refuses with 400 a file without rows or a required column. */
export async function readFocusFile(lines: AsyncIterable<Line>, now: Date): Promise<FocusFile> {
  let columns: readonly string[] | undefined;
  let [rows, account] = [0, ''];
  let currency: Currency | undefined;
  const usages: FocusLine[] = [];
  const notes: Note[] = [];
  for await (const record of readRecords(lines)) {
    if (!columns) {
      columns = columnsOf(record);
      continue;
    }
    rows += 1;
    const { line } = record;
    if (!('cells' in record)) {
      notes.push({ line, kind: 'broken', reason: record.reason, message: record.message });
      continue;
    }
    const cells = rowOf(columns, record.cells);
    account ||= cells['BillingAccountName'] ?? '';
    const row = readFocusRow(cells);
    if (row.kind !== 'usage') {
      notes.push({ line, kind: row.kind, reason: row.reason, message: row.message });
      continue;
    }
    const kept = currencies.find((each) => each === row.usage.currency);
    currency ??= kept;
    const note = unfitness(row.usage, currency, now);
    if (note) notes.push({ line, kind: 'excluded', ...note });
    else usages.push({ line, usage: row.usage });
  }
  if (rows === 0) throw invalidParameter('', 'The file has no rows.');
  return { rows, account, currency: currency ?? 'USD', usages, notes };
}

function columnsOf(record: CsvRecord): readonly string[] {
  const columns = 'cells' in record ? record.cells.map((name) => name.trim()) : [];
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length === 0) return columns;
  throw invalidParameter('', `The file's first line lacks the columns ${missing.join(', ')}.`);
}

/** Cells by column; an empty cell is the word NULL in some exports. */
function rowOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((name, index) => [name, cells[index] === 'NULL' ? '' : (cells[index] ?? '')]));
}

// A million rows of this quantity at this price still have a sum that the engine can hold.
const quantityLimit = '100000000000000';
const priceLimit = '1000000';

function unfitness(
  usage: FocusUsage,
  currency: Currency | undefined,
  now: Date,
): Pick<Note, 'reason' | 'message'> | undefined {
  if (usage.currency !== currency) {
    const wanted = currency ?? currencies.join(' or ');
    return { reason: 'OTHER_CURRENCY', message: `BillingCurrency is ${usage.currency || 'empty'}, not ${wanted}.` };
  }
  const magnitude = isNegative(usage.quantity) ? negate(usage.quantity) : usage.quantity;
  if (compare(magnitude, quantityLimit) >= 0) {
    return { reason: 'TOO_LARGE', message: 'PricingQuantity has more than 14 digits before the point.' };
  }
  if (compare(usage.unitPrice, priceLimit) >= 0) {
    return { reason: 'TOO_LARGE', message: 'ListUnitPrice is a million or more.' };
  }
  if (instant(usage.over) > now.getTime()) {
    return { reason: 'NOT_OVER', message: 'The charge period has not ended yet.' };
  }
  return undefined;
}
