import { formatDecimal } from '@usance/money/decimal';
import { type Instant, instant, instantOfEpochMs } from '@usance/period/instant';
import { numbers } from '#platform/clickhouse/literal.ts';
import { listSegments, priceSegments } from '../../metering/price/book/price-book.ts';
import type { PriceSegment } from '../../metering/price/book/price-segments.ts';
import { segmentIndexSql } from '../../metering/rating/engine/segment-index.ts';
import { ofRuns, type PurchaseContext, runParams } from '../purchase/selection/purchase-selection.ts';
import type { FocusMonth } from './focus-months.ts';

/** A SKU in the rows of a month, from the first to the last start of its usage. */
export interface UsedSku {
  readonly skuNo: number;
  readonly first: Instant;
  readonly last: Instant;
}

export async function usedSkus({ clickhouse, contract }: PurchaseContext, { runs }: FocusMonth): Promise<UsedSku[]> {
  if (runs.length === 0) return [];
  const rows = await clickhouse.query<{ sku_no: number; first: string; last: string }>(
    `SELECT sku_no, min(start_at) AS first, max(start_at) AS last FROM purchase
     WHERE ${ofRuns.join(' AND ')} GROUP BY sku_no ORDER BY sku_no`,
    runParams(contract.id, runs),
  );
  return rows.map(({ sku_no, first, last }) => ({ skuNo: sku_no, first: instant(first), last: instant(last) }));
}

/**
 * SQL for a WITH clause that gives the row `u` its prices per unit of consumption, exact: `listUnit`, and
 * `contractedUnit` with its discount or tier. They are those of the price books that rated it, because a rated row has
 * only the price as quoted: of a GB-month, where GB-hours are charged.
 */
export async function unitPricesSql(
  { db, contract }: PurchaseContext,
  { cycle }: FocusMonth,
  skus: readonly UsedSku[],
): Promise<string> {
  const range = { start: instantOfEpochMs(0), end: cycle.end };
  const agreed = applyingTo(skus, await priceSegments(db, contract, range));
  const listed = applyingTo(skus, await listSegments(db, contract, range));
  return [
    `${segmentIndexSql(agreed)} AS agreed`,
    `${segmentIndexSql(listed)} AS listed`,
    `${quotedSql} AS quotedUnit`,
    `if(agreed = 0, quotedUnit, ${netPriceSql(agreed, 'agreed')}) AS agreedUnit`,
    `if(listed = 0, agreedUnit, ${netPriceSql(listed, 'listed')}) AS listUnit`,
    `agreedUnit * if(agreed = 0 OR u.tier_mode != '', u.zhekou, 1) * u.chargeable AS contractedUnit`,
  ].join(',\n  ');
}

/** The quoted price of a row whose price is not in our books: rows of another installation bring theirs. */
const quotedSql = `CAST(u.list_price / if(u.consumption_unit = 'GB-hour' AND endsWith(u.price_unit, 'GB-month'), 720, 1), 'Decimal(76, 24)')`;

function netPriceSql(segments: readonly PriceSegment[], position: string): string {
  const prices = segments.map(({ netPrice }) => formatDecimal(netPrice));
  return `arrayElement(${numbers('Decimal(76, 24)', prices)}, ${position})`;
}

function applyingTo(skus: readonly UsedSku[], segments: readonly PriceSegment[]): PriceSegment[] {
  const used = new Map(skus.map((sku) => [sku.skuNo, sku]));
  return segments.filter(({ skuNo, range }) => {
    const sku = used.get(skuNo);
    return sku !== undefined && range.start <= sku.last && sku.first < range.end;
  });
}
