import { createReadStream } from 'node:fs';
import { add, type Decimal, zero } from '@usance/money/decimal';
import { addDays, type Day, parseDay } from '@usance/period/day';
import { textIn } from '../../apps/server/src/features/installation/focus/focus-cells.ts';
import { readRecords } from '../../apps/server/src/features/installation/focus/read-records.ts';
import { readLines } from '../../apps/server/src/features/metering/usage/reading/read-lines.ts';
import type { Series } from './back-test.ts';

const mostBytes = 1024 ** 3;
const parts = ['SubAccountName', 'ServiceName', 'RegionId'];
/** A part with usage on fewer days is too rare to be forecast by day. */
const leastDays = 20;

/** Reads a FOCUS file: the whole bill by day, and its accounts, services and regions. */
export async function readBills(path: string): Promise<{ all: Series; parts: Series[] }> {
  const costs = new Map<string, Map<string, Decimal>>();
  const plus = (series: string, day: string, cost: string) => {
    const days = costs.get(series) ?? new Map<string, Decimal>();
    days.set(day, add(days.get(day) ?? zero, cost));
    costs.set(series, days);
  };
  let columns: readonly string[] = [];
  for await (const record of readRecords(readLines(createReadStream(path), mostBytes))) {
    if (!('cells' in record)) continue;
    if (columns.length === 0) {
      columns = record.cells.map((name) => name.replace(/^\uFEFF/, ''));
      continue;
    }
    const row = Object.fromEntries(columns.map((name, index) => [name, textIn(record.cells[index] ?? '')]));
    const [day, cost] = [(row['ChargePeriodStart'] ?? '').slice(0, 10), row['BilledCost'] ?? ''];
    if (!/^-?\d+(\.\d+)?$/.test(cost) || !/[1-9]/.test(cost)) continue;
    plus('', day, cost);
    for (const part of parts) if (row[part]) plus(`${part} ${row[part]}`, day, cost);
  }
  const all = costs.get('') ?? new Map<string, Decimal>();
  costs.delete('');
  const days = everyDay([...all.keys()].sort());
  const seriesOf = (byDay: ReadonlyMap<string, Decimal>) => ({
    amounts: new Map(days.map((day) => [day, byDay.get(day) ?? zero])),
  });
  const regular = [...costs.values()].filter(({ size }) => size >= leastDays);
  return { all: seriesOf(all), parts: regular.map(seriesOf) };
}

function everyDay(found: readonly string[]): Day[] {
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days: Day[] = [];
  for (let day = parseDay(first); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
