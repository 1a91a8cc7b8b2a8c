import type { FocusReport } from '@usance/api/installation/focus';
import { type Currency, currencies } from '@usance/money/currency';
import { add, compare, type Decimal, multiply, zero } from '@usance/money/decimal';
import { instant } from '@usance/period/instant';
import { invalidParameter } from '#platform/refusal.ts';
import type { Line } from '../../metering/usage/reading/read-lines.ts';
import { textIn } from './focus-cells.ts';
import { type FocusUsage, readFocusRow } from './focus-row.ts';
import { type CsvRecord, readRecords } from './read-records.ts';
import { magnitudeOf } from './same-cost.ts';

export type Note = FocusReport['notes'][number];
/** Ratable usage with its line in the file. */
export type FocusLine = { readonly line: number; readonly usage: FocusUsage };

export interface FocusFile {
  /** The number of records below the header, broken ones included. */
  readonly rows: number;
  /** The file's name for the billing account; empty if missing. */
  readonly account: string;
  readonly currency: Currency;
  readonly usages: readonly FocusLine[];
  /** Every other row, with the reason why it is not rated. */
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

/** Reads a whole file: each row becomes usage or a note. Throws 400 for a file without rows or a required column. */
export async function readFocusFile(lines: AsyncIterable<Line>, now: Date): Promise<FocusFile> {
  let columns: readonly string[] | undefined;
  let [rows, account] = [0, ''];
  let currency: Currency | undefined;
  let total = zero;
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
    account ||= textIn(cells['BillingAccountName']);
    const row = readFocusRow(cells);
    if (row.kind !== 'usage') {
      notes.push({ line, kind: row.kind, reason: row.reason, message: row.message });
      continue;
    }
    const kept = currencies.find((each) => each === row.usage.currency);
    currency ??= kept;
    const sum = add(total, magnitudeOf(multiply(row.usage.quantity, row.usage.unitPrice)));
    const note = unfitness(row.usage, { currency, sum, now });
    if (note) notes.push({ line, kind: 'excluded', ...note });
    else {
      usages.push({ line, usage: row.usage });
      total = sum;
    }
  }
  if (rows === 0) throw invalidParameter('', 'The file has no rows.');
  return { rows, account, currency: currency ?? 'USD', usages, notes };
}

function columnsOf(record: CsvRecord): readonly string[] {
  if (!('cells' in record)) throw invalidParameter('', `The file's first line cannot be read. ${record.message}`);
  const columns = record.cells.map((name) => name.trim());
  const missing = missingIn(columns);
  if (missing.length === 0) return columns;
  refuseOtherSeparators(columns.join(','));
  throw invalidParameter('', `The file's first line lacks the columns ${missing.join(', ')}.`);
}

const missingIn = (columns: readonly string[]) => requiredColumns.filter((name) => !columns.includes(name));

const otherSeparators = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

function refuseOtherSeparators(header: string): void {
  for (const [separator, name] of Object.entries(otherSeparators)) {
    const columns = header.split(separator).map((cell) => cell.replaceAll(/^[\s"]+|[\s"]+$/g, ''));
    if (missingIn(columns).length === 0)
      throw invalidParameter('', `The file's cells are separated by ${name}. Please export it with commas.`);
  }
}

function rowOf(columns: readonly string[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']));
}

// A contract's day holds less than 1e21, and all rows of a file may fall on one day.
const amountLimit = '900000000000000000000';

function unfitness(
  usage: FocusUsage,
  { currency, sum, now }: { currency: Currency | undefined; sum: Decimal; now: Date },
): Pick<Note, 'reason' | 'message'> | undefined {
  if (usage.currency !== currency) {
    const wanted = currency ?? currencies.join(' or ');
    return { reason: 'OTHER_CURRENCY', message: `BillingCurrency is ${usage.currency || 'empty'}, not ${wanted}.` };
  }
  if (compare(sum, amountLimit) >= 0) {
    return { reason: 'TOO_LARGE', message: 'With it the amounts of the file have more digits than we can add up.' };
  }
  if (instant(usage.over) > now.getTime()) {
    return { reason: 'NOT_OVER', message: 'The charge period has not ended yet.' };
  }
  return undefined;
}
