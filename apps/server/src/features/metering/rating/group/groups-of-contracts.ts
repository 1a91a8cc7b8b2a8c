import type { Currency } from '@usance/money/currency';
import type { Day } from '@usance/period/day';
import type { Db } from '#platform/postgres/database.ts';
import { currenciesOf } from '../../../contract/contract/contract.queries.ts';
import { monthOf } from '../../billing-day/carried-amounts.ts';
import { usedDaysIn } from '../../billing-day/used-days.ts';
import type { Group } from './group.ts';

/** Bounds the length of a statement, and what one failure costs. */
const mostContracts = 400;
/** Bounds the parameters of the statement that makes the runs live: PostgreSQL takes 65,535. */
const mostRuns = 2_000;
/** Bounds the memory that a group takes: some tens of megabytes. */
const mostRows = 200_000;
/** A contract with more rows gains nothing from company. */
const mostRowsOfOne = 20_000;
/** With fewer contracts to rate, four of them in parallel are as fast. */
const fewestMarked = 32;
/** Groups in parallel: while one waits for a database, the other uses it. */
export const groupsAtOnce = 2;

/** Contracts with their days to rate, in the order to try them. */
type Marked = readonly (readonly [contractId: string, days: readonly Day[]])[];

/**
 * Puts marked contracts into groups, by currency and billing month. Contracts with many rows are left out. The groups
 * that are rated in parallel have at most a quarter of the contracts, because one of them may crash the usage database.
 */
export async function contractGroups(db: Db, marked: Marked): Promise<Group[]> {
  if (marked.length < fewestMarked) return [];
  const atMost = Math.min(mostContracts, Math.floor(marked.length / 4 / groupsAtOnce));
  const ids = marked.map(([contractId]) => contractId);
  const currencies = await currenciesOf(db, ids);
  const rowsOf = await rowsOfDays(db, marked);
  const open = new Map<string, Filling>();
  const groups: Filling[] = [];
  for (const [contractId, days] of marked) {
    const currency = currencies.get(contractId);
    if (currency === undefined) continue;
    for (const [month, ofMonth] of Map.groupBy(days, monthOf)) {
      const rows = ofMonth.reduce((all, day) => all + (rowsOf.get(`${contractId} ${day}`) ?? 0), 0);
      if (rows > mostRowsOfOne) continue;
      const kind = `${currency} ${month}`;
      let group = open.get(kind);
      if (group === undefined || group.daysOf.size === atMost || !hasRoom(group, ofMonth.length, rows)) {
        group = { currency, daysOf: new Map(), runs: 0, rows: 0 };
        open.set(kind, group);
        groups.push(group);
      }
      group.daysOf.set(contractId, ofMonth);
      group.runs += ofMonth.length;
      group.rows += rows;
    }
  }
  return groups.filter(({ daysOf }) => daysOf.size > 1);
}

interface Filling {
  readonly currency: Currency;
  readonly daysOf: Map<string, readonly Day[]>;
  runs: number;
  rows: number;
}

const hasRoom = (group: Filling, runs: number, rows: number) =>
  group.runs + runs <= mostRuns && group.rows + rows <= mostRows;

async function rowsOfDays(db: Db, marked: Marked): Promise<ReadonlyMap<string, number>> {
  const days = marked.flatMap(([, ofOne]) => ofOne).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const ids = marked.map(([contractId]) => contractId);
  const used = await usedDaysIn(db, ids, first, last);
  return new Map(used.map(({ contractId, day, rows }) => [`${contractId} ${day}`, Number(rows)]));
}
