import { compare } from '@usance/money/decimal';
import type { ClickHouse, QueryParams } from '#platform/clickhouse/client.ts';
import type { LiveRun } from '../../billing-day/live-runs.ts';

/** The totals of a run's rows in the usage database. */
export type RunTotals = Pick<LiveRun, 'rows' | 'slices' | 'amount'> & { readonly quantity: string };

export const noTotals: RunTotals = { rows: 0n, slices: 0n, quantity: '0', amount: '0' };

/** Sums the rows of each run that meets a condition, by the number of the run. */
export async function totalsOfRuns(
  ch: Pick<ClickHouse, 'query'>,
  condition: string,
  params: QueryParams,
): Promise<ReadonlyMap<bigint, RunTotals>> {
  const stored = await ch.query<{ run_no: string; rows: string; slices: string; quantity: string; amount: string }>(
    `SELECT run_no, countIf(slice_no = 0) AS rows, count() AS slices, sum(consumption) AS quantity, sum(amount) AS amount
     FROM purchase WHERE ${condition} GROUP BY run_no`,
    params,
  );
  return new Map(
    stored.map(({ run_no, rows, slices, quantity, amount }) => [
      BigInt(run_no),
      { rows: BigInt(rows), slices: BigInt(slices), quantity, amount },
    ]),
  );
}

/** True if the rows come to what their day was rated at. Older runs have no quantity. */
export function isRatedAs(run: LiveRun, found: RunTotals): boolean {
  const isSameQuantity = run.quantity === null || compare(found.quantity, run.quantity) === 0;
  return (
    found.rows === run.rows && found.slices === run.slices && isSameQuantity && compare(found.amount, run.amount) === 0
  );
}
