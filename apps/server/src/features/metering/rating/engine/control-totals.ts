import type { ClickHouse } from '../../../../platform/clickhouse/client.ts';
import { type UsageWindow, windowSql } from './usage-window.ts';

/** Sums that must agree between what was metered and what was rated; decimals with 12 places at most. */
export type UsageTotals = { rows: bigint; quantity: string };
export type RunTotals = UsageTotals & { runNo: bigint; amount: string };

/** What the window holds. */
export async function usageTotals(ch: ClickHouse, window: UsageWindow): Promise<UsageTotals> {
  const [row] = await ch.query<{ rows: string; quantity: string }>(
    `SELECT count() AS rows, sum(u.quantity) AS quantity FROM usage_record AS u WHERE ${windowSql(window)}`,
  );
  return { rows: BigInt(row?.rows ?? 0), quantity: row?.quantity ?? '0' };
}

/** What each run holds; a run without rows is not listed. */
export async function runTotals(ch: ClickHouse, contractId: string, runNos: readonly bigint[]): Promise<RunTotals[]> {
  const rows = await ch.query<{ run_no: string; rows: string; quantity: string; amount: string }>(
    `SELECT run_no, count() AS rows, sum(consumption) AS quantity, sum(amount) AS amount FROM purchase
     WHERE contract_id = {contractId:String} AND run_no IN {runNos:Array(UInt64)} GROUP BY run_no ORDER BY run_no`,
    { contractId, runNos },
  );
  return rows.map(({ run_no, rows: count, quantity, amount }) => ({
    runNo: BigInt(run_no),
    rows: BigInt(count),
    quantity,
    amount,
  }));
}
