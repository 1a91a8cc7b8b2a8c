import { type Day, parseDay } from '@usance/period/day';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** The run whose rows count for one billing day of a contract; a run from before quantities were kept has none. */
export type LiveRun = {
  day: Day;
  runNo: bigint;
  /** How many usages, into however many slices they were cut. */
  rows: bigint;
  slices: bigint;
  quantity: string | null;
  amount: string;
};

/** The live runs of the days from `first` to `last`, both included, in order of day; days without usage have none. */
export async function liveRuns(db: DbOrTx, contractId: string, first: Day, last: Day): Promise<LiveRun[]> {
  const rows = await db
    .selectFrom('rated_day')
    .select(['day', 'run_no', 'rows', 'slices', 'quantity', 'amount'])
    .where('contract_id', '=', contractId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute();
  return rows.map(({ day, run_no, rows: count, slices, quantity, amount }) => ({
    day: parseDay(day),
    runNo: BigInt(run_no),
    rows: BigInt(count),
    slices: BigInt(slices ?? count),
    quantity,
    amount,
  }));
}

/** The numbers of the runs that count for some contracts. */
export async function liveRunNumbers(db: DbOrTx, contractIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (contractIds.length === 0) return new Set();
  const rows = await db.selectFrom('rated_day').select('run_no').where('contract_id', 'in', contractIds).execute();
  return new Set(rows.map((row) => row.run_no));
}
