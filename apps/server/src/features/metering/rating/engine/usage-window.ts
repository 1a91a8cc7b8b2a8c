import { type Decimal, parseDecimal } from '@usance/money/decimal';
import { type Instant, instant, toRfc3339 } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts';
import { quote } from '../../../../platform/clickhouse/literal.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { segmentIndexSql } from './segment-index.ts';

/** The usage of one contract that is billed in `range`; with `throughBatch`, no batch admitted after that one. */
export type UsageWindow = { contractId: string; range: Range; throughBatch?: bigint };
/** What a window holds of one SKU, its largest quantity without sign. Starts may lie before the window: late usage keeps its own. */
export type SkuUsage = {
  skuNo: number;
  rows: bigint;
  maxQuantity: Decimal;
  hasCorrections: boolean;
  firstStart: Instant;
  lastStart: Instant;
};
/** Usage that no price covers; it can be neither billed nor dropped, so the run is refused. */
export type Unpriced = { skuNo: number; rows: bigint; firstStart: Instant; lastStart: Instant };

/** What the window holds, by SKU: one pass over three columns. */
export async function measureUsage(ch: ClickHouse, window: UsageWindow): Promise<SkuUsage[]> {
  const rows = await ch.query<UsageRow>(
    `SELECT u.sku_no, count() AS rows, max(abs(u.quantity)) AS max_quantity, min(u.quantity) < 0 AS has_corrections, min(u.start_at) AS first_start, max(u.start_at) AS last_start
     FROM usage_record AS u WHERE ${windowSql(window)} GROUP BY u.sku_no ORDER BY u.sku_no`,
  );
  return rows.map((row) => ({
    ...toUnpriced(row),
    maxQuantity: parseDecimal(row.max_quantity),
    hasCorrections: row.has_corrections === 1,
  }));
}

/** Exact also where a SKU has a price before and after, but none between. Empty when everything has a price. */
export async function findUnpriced(
  ch: ClickHouse,
  window: UsageWindow,
  segments: readonly Pick<PriceSegment, 'skuNo' | 'range'>[],
): Promise<Unpriced[]> {
  const rows = await ch.query<UnpricedRow>(
    `SELECT u.sku_no, count() AS rows, min(u.start_at) AS first_start, max(u.start_at) AS last_start
     FROM usage_record AS u WHERE ${windowSql(window)} AND ${segmentIndexSql(segments)} = 0
     GROUP BY u.sku_no ORDER BY u.sku_no`,
    {},
    { max_query_size: '67108864' },
  );
  return rows.map(toUnpriced);
}

/** The condition that selects the window's rows of `usage_record AS u`. */
export function windowSql({ contractId, range, throughBatch }: UsageWindow): string {
  const inTime = `u.bill_at >= toDateTime(${range.start / 1000}, 'UTC') AND u.bill_at < toDateTime(${range.end / 1000}, 'UTC')`;
  const inBatch = throughBatch === undefined ? '' : ` AND u.batch_no <= ${throughBatch}`;
  return `u.contract_id = ${quote(contractId)} AND ${inTime}${inBatch}`;
}

export function describeUnpriced({ skuNo, rows, firstStart, lastStart }: Unpriced): string {
  return `SKU ${skuNo}: ${rows} rows from ${toRfc3339(firstStart)} to ${toRfc3339(lastStart)}`;
}

type UnpricedRow = { sku_no: number; rows: string; first_start: string; last_start: string };
type UsageRow = UnpricedRow & { max_quantity: string; has_corrections: number };

function toUnpriced(row: UnpricedRow): Unpriced {
  return {
    skuNo: row.sku_no,
    rows: BigInt(row.rows),
    firstStart: instant(row.first_start),
    lastStart: instant(row.last_start),
  };
}
