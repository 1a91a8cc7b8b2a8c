import { type Day, parseDay } from '@usance/period/day';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** The run whose rows count for one billing day of a contract. Older runs have no quantity. */
export type LiveRun = {
  day: Day;
  runNo: bigint;
  /** The number of usage records; `slices` counts the rows into which tiers cut them. */
  rows: bigint;
  slices: bigint;
  quantity: string | null;
  amount: string;
};

/** Returns the live runs of `first` to `last`, both included, ordered by day. Days without usage have no run. */
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

/** The numbers of all live runs of the given contracts. */
export async function liveRunNumbers(db: DbOrTx, contractIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (contractIds.length === 0) return new Set();
  const rows = await db.selectFrom('rated_day').select('run_no').where('contract_id', 'in', contractIds).execute();
  return new Set(rows.map((row) => row.run_no));
}
