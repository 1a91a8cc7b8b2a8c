import { powerOfTen, rescale } from '@usance/money/decimal';
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
 * SQL for a WITH clause that gives the row `u` its prices per unit of consumption as whole numbers: `listUnits`, and
 * `contractedUnits` with its discount or tier. They are those of the price books that rated it, because a rated row has
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
    `if(agreed = 0, ${quotedSql}, ${netPriceSql(agreed, 'agreed')}) AS agreedUnits`,
    `if(listed = 0, agreedUnits, ${netPriceSql(listed, 'listed')}) AS listUnits`,
    `if(agreed = 0 OR u.tier_mode != '', ${reducedSql}, agreedUnits) * u.chargeable AS contractedUnits`,
    `toInt256(reinterpret(u.consumption, 'Int128')) AS quantity`,
  ].join(',\n  ');
}

/** A price that a tier reduces has at most 12 places, like the multiplier: the division leaves nothing. */
const reducedSql = `intDiv(agreedUnits * reinterpret(u.zhekou, 'Int64'), toInt256(${powerOfTen(12)}))`;

// Decimals of 256 bits multiply forty times as slowly as whole numbers, since the engine checks each for an overflow.
// With more than 36 places, printing one would take as long again. The largest cost has 21 digits before the point.
const priceScale = 24;
const decimal = (units: string, scale: number) => `reinterpret(${units}, 'Decimal(76, ${scale})')`;

/** SQL for the prices of `unitPricesSql` and their products with the quantity, exact. */
export const priceCells = {
  listUnit: decimal('listUnits', priceScale),
  listCost: decimal('listUnits * quantity', priceScale + 12),
  contractedUnit: decimal('contractedUnits', priceScale),
  contractedCost: decimal('contractedUnits * quantity', priceScale + 12),
} as const;

/** The quoted price of a row whose price is not in our books: rows of another installation bring theirs. */
const quotedSql = `reinterpret(CAST(u.list_price / if(u.consumption_unit = 'GB-hour' AND endsWith(u.price_unit, 'GB-month'), 720, 1), 'Decimal(76, ${priceScale})'), 'Int256')`;

function netPriceSql(segments: readonly PriceSegment[], position: string): string {
  const prices = segments.map(({ netPrice }) => rescale(netPrice, priceScale).units);
  return `arrayElement(${numbers('Int256', prices)}, ${position})`;
}

function applyingTo(skus: readonly UsedSku[], segments: readonly PriceSegment[]): PriceSegment[] {
  const used = new Map(skus.map((sku) => [sku.skuNo, sku]));
  return segments.filter(({ skuNo, range }) => {
    const sku = used.get(skuNo);
    return sku !== undefined && range.start <= sku.last && sku.first < range.end;
  });
}
