import { type FocusVersion, focusExports } from '@usance/api/billing/focus-export';
import { formatDecimal, sum } from '@usance/money/decimal';
import type { Caller } from '#testing/callers.ts';
import { type Csv, type CsvRow, parseCsv } from './parse-csv.fixture.ts';

interface Months {
  readonly fromMonth: string;
  readonly toMonth: string;
}

/** Returns the exported datasets of a contract. */
export async function exportedOf(caller: Caller, id: string, query: Months) {
  const asked = { params: { id }, query };
  const costs = async (version: FocusVersion): Promise<Csv> =>
    parseCsv(await caller.call(focusExports.costAndUsage, { params: { id }, query: { ...query, version } }));
  return {
    costs: await costs('1.4'),
    costsOf12: await costs('1.2'),
    details: parseCsv(await caller.call(focusExports.invoiceDetails, asked)),
    periods: parseCsv(await caller.call(focusExports.billingPeriods, asked)),
  };
}

/** Sums BilledCost, exact to the last place, by the value of a column; rows without one are left out. */
export function billedBy(rows: readonly CsvRow[], column: string): Record<string, string> {
  const groups = Map.groupBy(
    rows.filter((row) => row[column] !== null),
    (row) => row[column] ?? '',
  );
  return Object.fromEntries(
    [...groups]
      .sort()
      .map(([value, ofOne]) => [value, formatDecimal(sum(ofOne.map((row) => row['BilledCost'] ?? '')), 12)]),
  );
}

/** Chosen columns of rows. */
export const cells = (rows: readonly CsvRow[], ...columns: readonly string[]) =>
  rows.map((row) => columns.map((column) => row[column] ?? null));
