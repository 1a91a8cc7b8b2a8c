import { type Decimal, parseDecimal } from '@usance/money/decimal';
import { type Instant, instant, toRfc3339 } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { quote } from '#platform/clickhouse/literal.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import type { RatingStatement } from './rating-sql.ts';
import { segmentIndexSql } from './segment-index.ts';

/** The usage of one contract that is billed in `range`; with `throughBatch`, only of batches up to that number. */
export type UsageWindow = { contractId: string; range: Range; throughBatch?: bigint };
/**
 * The first and the last start of a SKU's usage in a window. Late usage keeps its own start, which may lie before the
 * window.
 */
export type SkuSpan = { skuNo: number; firstStart: Instant; lastStart: Instant };
/**
 * A window's usage of one segment, by the segment's index. `maxQuantity` and `allQuantities` (charged rows only) ignore
 * signs.
 */
export type SegmentUsage = {
  segment: number;
  rows: bigint;
  maxQuantity: Decimal;
  allQuantities: Decimal;
  hasCorrections: boolean;
};
/** Usage without a price. It can be neither billed nor dropped, so the run is refused. */
export type Unpriced = SkuSpan & { rows: bigint };

/** Measures a window's usage by price and selects the segments that apply; undefined without usage. */
export async function measureWindow(ch: ClickHouse, window: UsageWindow, segments: readonly PriceSegment[]) {
  const spans = await measureSkus(ch, window);
  if (spans.length === 0) return undefined;
  const applying = segmentsApplying(segments, spans);
  return { applying, ...(await measureSegments(ch, window, applying)) };
}

/** Fewer segments make a smaller statement. */
function segmentsApplying(segments: readonly PriceSegment[], spans: readonly SkuSpan[]): PriceSegment[] {
  const bySku = new Map(spans.map((span) => [span.skuNo, span]));
  return segments.filter(({ skuNo, range }) => {
    const used = bySku.get(skuNo);
    return used !== undefined && range.start <= used.lastStart && used.firstStart < range.end;
  });
}

/** Finds the SKUs in the window; reads only two columns. */
async function measureSkus(ch: ClickHouse, window: UsageWindow): Promise<SkuSpan[]> {
  const rows = await ch.query<SpanRow>(
    `SELECT u.sku_no, min(u.start_at) AS first_start, max(u.start_at) AS last_start
     FROM usage_record AS u WHERE ${windowSql(window)} GROUP BY u.sku_no ORDER BY u.sku_no`,
  );
  return rows.map(spanOf);
}

/** Measures the window's usage by segment. Usage in a gap between two prices of its SKU counts as unpriced. */
async function measureSegments(
  ch: ClickHouse,
  window: UsageWindow,
  segments: readonly Pick<PriceSegment, 'skuNo' | 'range'>[],
): Promise<{ priced: SegmentUsage[]; unpriced: Unpriced[] }> {
  const segmentIndex = segmentIndexSql(segments);
  const rows = await segmentRows(ch, { where: windowSql(window), segmentIndex, runNo: '0' });
  return {
    priced: rows.filter(({ segment }) => segment > 0).map(segmentUsageOf),
    unpriced: rows.filter(({ segment }) => segment === 0).map((row) => ({ ...spanOf(row), rows: BigInt(row.rows) })),
  };
}

/** SQL that selects usage: a condition, the run and the 1-based segment of the row `u`. */
type Measured = Pick<RatingStatement, 'where' | 'segmentIndex' | 'runNo'>;

/** Measures each run's usage by segment, and lists the runs with usage that no segment prices. */
export async function measureRuns(
  ch: ClickHouse,
  measured: Measured,
): Promise<{ priced: ReadonlyMap<bigint, readonly SegmentUsage[]>; unpriced: ReadonlySet<bigint> }> {
  const rows = await segmentRows(ch, measured);
  const priced = Map.groupBy(
    rows.filter(({ segment }) => segment > 0),
    ({ run_no }) => BigInt(run_no),
  );
  return {
    priced: new Map([...priced].map(([runNo, used]) => [runNo, used.map(segmentUsageOf)])),
    unpriced: new Set(rows.filter(({ segment }) => segment === 0).map(({ run_no }) => BigInt(run_no))),
  };
}

function segmentRows(ch: ClickHouse, { where, segmentIndex, runNo }: Measured): Promise<SegmentRow[]> {
  return ch.query<SegmentRow>(
    `SELECT ${runNo} AS run_no, ${segmentIndex} AS segment, u.sku_no, count() AS rows, max(abs(u.quantity)) AS max_quantity,
       sumIf(toDecimal256(abs(u.quantity), 12), u.chargeable) AS all_quantities, min(u.quantity) < 0 AS has_corrections, min(u.start_at) AS first_start, max(u.start_at) AS last_start
     FROM usage_record AS u WHERE ${where} GROUP BY run_no, segment, u.sku_no ORDER BY run_no, segment, u.sku_no`,
    {},
    { max_query_size: '67108864' },
  );
}

/** SQL condition for the window's rows of `usage_record AS u`. */
export function windowSql({ contractId, range, throughBatch }: UsageWindow): string {
  const inTime = `u.bill_at >= toDateTime(${range.start / 1000}, 'UTC') AND u.bill_at < toDateTime(${range.end / 1000}, 'UTC')`;
  const inBatch = throughBatch === undefined ? '' : ` AND u.batch_no <= ${throughBatch}`;
  return `u.contract_id = ${quote(contractId)} AND ${inTime}${inBatch}`;
}

export function describeUnpriced({ skuNo, rows, firstStart, lastStart }: Unpriced): string {
  return `SKU ${skuNo}: ${rows} rows from ${toRfc3339(firstStart)} to ${toRfc3339(lastStart)}`;
}

type SpanRow = { sku_no: number; first_start: string; last_start: string };
type SegmentRow = SpanRow & {
  run_no: string;
  segment: number;
  rows: string;
  max_quantity: string;
  all_quantities: string;
  has_corrections: number;
};

function spanOf(row: SpanRow): SkuSpan {
  return { skuNo: row.sku_no, firstStart: instant(row.first_start), lastStart: instant(row.last_start) };
}

function segmentUsageOf(row: SegmentRow): SegmentUsage {
  return {
    segment: row.segment - 1,
    rows: BigInt(row.rows),
    maxQuantity: parseDecimal(row.max_quantity),
    allQuantities: parseDecimal(row.all_quantities),
    hasCorrections: row.has_corrections === 1,
  };
}
