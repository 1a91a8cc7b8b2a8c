import { type Day, parseDay } from '@usance/period/day';
import { type Selectable, sql } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';

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
  return (await liveRunsOf(db, [contractId], first, last)).get(contractId) ?? [];
}

/** Like `liveRuns`, for several contracts. Contracts without a run are left out. */
export async function liveRunsOf(
  db: DbOrTx,
  contractIds: readonly string[],
  first: Day,
  last: Day,
): Promise<ReadonlyMap<string, LiveRun[]>> {
  const rows = await db
    .selectFrom('rated_day')
    .modifyFront(prepared('live runs'))
    .select(['contract_id', 'day', 'run_no', 'rows', 'slices', 'quantity', 'amount'])
    .where('contract_id', '=', sql<string>`any(${[...contractIds]}::text[])`)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('contract_id')
    .orderBy('day')
    .execute();
  const byContract = Map.groupBy(rows, ({ contract_id }) => contract_id);
  return new Map([...byContract].map(([id, runs]) => [id, runs.map(liveRunOf)]));
}

type RatedDayRow = Pick<
  Selectable<Database['rated_day']>,
  'day' | 'run_no' | 'rows' | 'slices' | 'quantity' | 'amount'
>;

/** Returns the live run of a row of `rated_day`. */
export function liveRunOf({ day, run_no, rows, slices, quantity, amount }: RatedDayRow): LiveRun {
  return {
    day: parseDay(day),
    runNo: BigInt(run_no),
    rows: BigInt(rows),
    slices: BigInt(slices ?? rows),
    quantity,
    amount,
  };
}

/** The numbers of all live runs of the given contracts. */
export async function liveRunNumbers(db: DbOrTx, contractIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (contractIds.length === 0) return new Set();
  const rows = await db.selectFrom('rated_day').select('run_no').where('contract_id', 'in', contractIds).execute();
  return new Set(rows.map((row) => row.run_no));
}
