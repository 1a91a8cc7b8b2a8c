import { type Day, parseDay } from '@usance/period/day';
import { type Instant, instant } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { billingDaySql } from '../../billing-day/billing-day-sql.ts';
import { hashTotalSql, recordHashSql } from '../../usage/moving/hash-total.ts';
import { type UsageWindow, windowSql } from './usage-window.ts';

/** Totals that must agree between metered and rated usage. Decimals have at most 12 places. */
type Totals = { rows: bigint; quantity: string };
/** Distinguishes records with equal totals. */
type Hashed = { hashTotal: string };
type RatedTotals = Totals & Hashed & { runNo: bigint; amount: string; through: Instant };

/** The totals of the usage in the window. */
export async function usageTotals(ch: ClickHouse, window: UsageWindow): Promise<Totals> {
  const answer = await ch.query<{ rows: string; quantity: string }>(
    `SELECT count() AS rows, sum(u.quantity) AS quantity FROM usage_record AS u WHERE ${windowSql(window)}`,
  );
  const { rows, quantity } = onlyRow(answer);
  return { rows: BigInt(rows), quantity };
}

/** The totals of each billing day in the window, ordered by day. Days without usage are left out. */
export async function usageTotalsByDay(
  ch: ClickHouse,
  window: UsageWindow,
  zone: BillingZone,
): Promise<(Totals & Hashed & { day: Day })[]> {
  const rows = await ch.query<{ day: string; rows: string; quantity: string; hash: string }>(
    `SELECT toString(${billingDaySql('u.bill_at', zone)}) AS day, count() AS rows, sum(u.quantity) AS quantity,
       ${hashTotalSql} AS hash
     FROM usage_record AS u WHERE ${windowSql(window)} GROUP BY day ORDER BY day`,
  );
  return rows.map(({ day, rows: count, quantity, hash }) => {
    return { day: parseDay(day), rows: BigInt(count), quantity, hashTotal: hash };
  });
}

/**
 * The totals of each run and the end of its last usage, ordered by run number. Runs without rows are left out. `rows`
 * counts usage records, not the slices into which tiers cut them.
 */
export async function ratedTotals(
  ch: ClickHouse,
  contractIds: readonly string[],
  runNos: readonly bigint[],
): Promise<RatedTotals[]> {
  const rows = await ch.query<RatedRow>(
    `SELECT run_no, countIf(slice_no = 0) AS count, sum(consumption) AS quantity, sum(amount) AS total, max(end_at) AS through,
       sumIf(${recordHashSql}, slice_no = 0) AS hash
     FROM purchase WHERE contract_id IN {contractIds:Array(String)} AND run_no IN {runNos:Array(UInt64)}
     GROUP BY run_no ORDER BY run_no`,
    { contractIds, runNos },
  );
  return rows.map(({ run_no, count, quantity, total, through, hash }) => ({
    runNo: BigInt(run_no),
    rows: BigInt(count),
    quantity,
    amount: total,
    through: instant(through),
    hashTotal: hash,
  }));
}

interface RatedRow {
  run_no: string;
  count: string;
  quantity: string;
  total: string;
  through: string;
  hash: string;
}
