import { type Day, parseDay } from '@usance/period/day';
import { type Instant, instant } from '@usance/period/instant';
import { type BillingZone, offsetMs } from '@usance/period/zone';
import { onlyRow } from '../../../../platform/clickhouse/answer.ts';
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts';
import { type UsageWindow, windowSql } from './usage-window.ts';

/** Sums that must agree between what was metered and what was rated; decimals with 12 places at most. */
type Totals = { rows: bigint; quantity: string };
type RatedTotals = Totals & { runNo: bigint; amount: string; through: Instant };

/** What the window holds. */
export async function usageTotals(ch: ClickHouse, window: UsageWindow): Promise<Totals> {
  const answer = await ch.query<{ rows: string; quantity: string }>(
    `SELECT count() AS rows, sum(u.quantity) AS quantity FROM usage_record AS u WHERE ${windowSql(window)}`,
  );
  const { rows, quantity } = onlyRow(answer);
  return { rows: BigInt(rows), quantity };
}

/** What each billing day of the window holds, in order; days without usage are not listed. */
export async function usageTotalsByDay(
  ch: ClickHouse,
  window: UsageWindow,
  zone: BillingZone,
): Promise<(Totals & { day: Day })[]> {
  const rows = await ch.query<{ day: string; rows: string; quantity: string }>(
    `SELECT toString(toDate(u.bill_at + toIntervalSecond({offset:Int32}))) AS day, count() AS rows, sum(u.quantity) AS quantity
     FROM usage_record AS u WHERE ${windowSql(window)} GROUP BY day ORDER BY day`,
    { offset: offsetMs(zone) / 1_000 },
  );
  return rows.map(({ day, rows: count, quantity }) => ({ day: parseDay(day), rows: BigInt(count), quantity }));
}

/**
 * What each run came to and where its usage ends, in order of number; a run without rows is not listed. Rows are usages,
 * once each, into however many slices they were cut.
 */
export async function ratedTotals(
  ch: ClickHouse,
  contractId: string,
  runNos: readonly bigint[],
): Promise<RatedTotals[]> {
  const rows = await ch.query<{ run_no: string; count: string; quantity: string; total: string; through: string }>(
    `SELECT run_no, countIf(slice_no = 0) AS count, sum(consumption) AS quantity, sum(amount) AS total, max(end_at) AS through
     FROM purchase WHERE contract_id = {contractId:String} AND run_no IN {runNos:Array(UInt64)}
     GROUP BY run_no ORDER BY run_no`,
    { contractId, runNos },
  );
  return rows.map(({ run_no, count, quantity, total, through }) => ({
    runNo: BigInt(run_no),
    rows: BigInt(count),
    quantity,
    amount: total,
    through: instant(through),
  }));
}
