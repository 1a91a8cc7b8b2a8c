import { compare, type Decimal, parseDecimal, sum } from '@usance/money/decimal';
import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { instant } from '@usance/period/instant';
import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { quote } from '#platform/clickhouse/literal.ts';
import type { Deps } from '#platform/context/context.ts';
import type { UsedDay } from '../../billing-day/used-days.ts';
import { hashTotalSql, hashTotals } from '../../usage/moving/hash-total.ts';
import { type GroupWindow, groupWindowSql } from '../engine/group-sql.ts';
import type { SkuSpan } from '../engine/usage-window.ts';
import type { GroupRun } from './group.ts';

/** The stored usage of a run's day. */
export interface StoredRun {
  readonly rows: bigint;
  readonly quantity: Decimal;
  readonly hashTotal: string;
  readonly spans: readonly SkuSpan[];
}

/** Measures the stored usage of each run's day. Runs without usage are left out. */
export async function storedRuns(ch: ClickHouse, window: GroupWindow): Promise<ReadonlyMap<bigint, StoredRun>> {
  const { runNo, where } = groupWindowSql(window);
  const rows = await ch.query<StoredRow>(
    `SELECT ${runNo} AS run_no, u.sku_no, count() AS rows, sum(u.quantity) AS quantity, ${hashTotalSql} AS hash,
       min(u.start_at) AS first_start, max(u.start_at) AS last_start
     FROM usage_record AS u WHERE ${where} GROUP BY run_no, u.sku_no ORDER BY run_no, u.sku_no`,
    {},
    { max_query_size: '67108864' },
  );
  const byRun = Map.groupBy(rows, ({ run_no }) => BigInt(run_no));
  return new Map([...byRun].map(([no, ofRun]) => [no, storedRunOf(ofRun)]));
}

interface StoredRow {
  run_no: string;
  sku_no: number;
  rows: string;
  quantity: string;
  hash: string;
  first_start: string;
  last_start: string;
}

function storedRunOf(rows: readonly StoredRow[]): StoredRun {
  const hash = rows.reduce((all, row) => all + BigInt(row.hash), 0n) % BigInt(hashTotals);
  return {
    rows: rows.reduce((all, row) => all + BigInt(row.rows), 0n),
    quantity: sum(rows.map((row) => parseDecimal(row.quantity))),
    hashTotal: String(hash),
    spans: rows.map((row) => ({
      skuNo: row.sku_no,
      firstStart: instant(row.first_start),
      lastStart: instant(row.last_start),
    })),
  };
}

/** Returns the contracts of which a day's stored usage is not what was acknowledged. */
export function contractsThatDisagree(
  runs: readonly GroupRun[],
  { used, stored }: { used: readonly UsedDay[]; stored: ReadonlyMap<bigint, Pick<StoredRun, 'rows' | 'quantity'>> },
): ReadonlySet<string> {
  const usedOf = new Map(used.map((day) => [`${day.contractId} ${day.day}`, day]));
  const disagreeing = runs.filter(({ contractId, day, runNo }) => {
    const [wanted, found] = [usedOf.get(`${contractId} ${day}`), stored.get(runNo)];
    return (
      (wanted?.rows ?? 0n) !== (found?.rows ?? 0n) || compare(wanted?.quantity ?? '0', found?.quantity ?? '0') !== 0
    );
  });
  return new Set(disagreeing.map(({ contractId }) => contractId));
}

/**
 * Returns the contracts with a batch on these days that is not stored exactly as it was acknowledged, or that was sent
 * again in part.
 */
export async function contractsOfWrongBatches(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  window: GroupWindow,
): Promise<ReadonlySet<string>> {
  const stored = await batchesOf(clickhouse, window);
  const { rows } = await sql<{ contract_id: string }>`
    select distinct found.contract_id
    from unnest(${stored.map((batch) => batch.contract_id)}::text[], ${stored.map((batch) => batch.batch_no)}::bigint[],
        ${stored.map((batch) => batch.batch_id)}::uuid[], ${stored.map((batch) => batch.rows)}::bigint[],
        ${stored.map((batch) => batch.hash)}::numeric[]) as found (contract_id, batch_no, id, rows, hash_total)
      left join usage_batch as batch using (contract_id, batch_no, id)
    where (batch.rows = found.rows and batch.hash_total = found.hash_total) is not true
      or exists (select from usage_batch as again where again.again_of = found.batch_no)`.execute(db);
  return new Set(rows.map(({ contract_id }) => contract_id));
}

interface StoredBatchRow {
  contract_id: string;
  batch_no: string;
  batch_id: string;
  rows: string;
  hash: string;
}

/** Measures the batches of these days over their whole month, in which each of them lies. */
function batchesOf(ch: ClickHouse, window: GroupWindow): Promise<StoredBatchRow[]> {
  const { start, end } = rangeOf(billingMonthOf(window.range.start, window.zone), window.zone);
  const ids = [...new Set(window.runs.map(({ contractId }) => contractId))];
  return ch.query<StoredBatchRow>(
    `SELECT u.contract_id, u.batch_no, u.batch_id, count() AS rows, ${hashTotalSql} AS hash
     FROM usage_record AS u
     WHERE u.contract_id IN (${ids.map(quote).join(',')}) AND u.bill_at >= toDateTime(${start / 1000}, 'UTC')
       AND u.bill_at < toDateTime(${end / 1000}, 'UTC')
       AND u.batch_no IN (SELECT u.batch_no FROM usage_record AS u WHERE ${groupWindowSql(window).where})
     GROUP BY u.contract_id, u.batch_no, u.batch_id`,
    {},
    { max_query_size: '67108864' },
  );
}
