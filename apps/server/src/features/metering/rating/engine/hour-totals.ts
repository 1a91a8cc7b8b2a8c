import { type Instant, instantOfEpochMs } from '@usance/period/instant';
import type { ClickHouse } from '#platform/clickhouse/client.ts';

/** The exact amount of the usage that begins in a UTC hour, with 12 places. Never 0. */
export interface RatedHour {
  readonly hour: Instant;
  readonly amount: string;
}

/** The hourly amounts of each run in ascending order. Late usage counts in the hour in which it was used. */
export async function hourTotals(
  ch: ClickHouse,
  contractIds: readonly string[],
  runNos: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly RatedHour[]>> {
  const rows = await ch.query<{ run_no: string; seconds: string; total: string }>(
    `SELECT run_no, toString(toUnixTimestamp(toStartOfHour(start_at, 'UTC'))) AS seconds, sum(amount) AS total
     FROM purchase WHERE contract_id IN {contractIds:Array(String)} AND run_no IN {runNos:Array(UInt64)}
     GROUP BY run_no, toStartOfHour(start_at, 'UTC') HAVING total != 0 ORDER BY run_no, toStartOfHour(start_at, 'UTC')`,
    { contractIds, runNos },
  );
  const byRun = new Map<bigint, RatedHour[]>();
  for (const { run_no, seconds, total } of rows) {
    const hours = byRun.get(BigInt(run_no)) ?? [];
    hours.push({ hour: instantOfEpochMs(Number(seconds) * 1_000), amount: total });
    byRun.set(BigInt(run_no), hours);
  }
  return byRun;
}
