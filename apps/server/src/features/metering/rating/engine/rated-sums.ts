import { type Decimal, fromUnits, zero } from '@usance/money/decimal';
import type { Range } from '@usance/period/range';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { planArithmetic } from './arithmetic.ts';
import { ratingSettings, UnpricedUsage } from './rate-window.ts';
import { ratingSelect } from './rating-sql.ts';
import { segmentIndexSql } from './segment-index.ts';
import { chargedUnitsSql, slicedRatingSelect } from './sliced-sql.ts';
import { measureWindow, type UsageWindow, windowSql } from './usage-window.ts';

/** The amounts of usage by product and, if tiers hold, their sum at item prices. */
export interface RatedSums {
  readonly byProduct: ReadonlyMap<string, string>;
  readonly beforeTiers: Decimal;
}

interface Asked extends UsageWindow {
  readonly range: Range;
  readonly segments: readonly PriceSegment[];
  /** The month's amount so far at item prices; only if tiers hold in the month. */
  readonly carriedIn?: Decimal | undefined;
}

/**
 * Returns the cost of a window's usage at the given prices, by product. Sums exactly the rows that rating would write,
 * but writes none. Throws UnpricedUsage and AmountTooLarge.
 */
export async function ratedSums(ch: ClickHouse, { segments, carriedIn, ...window }: Asked): Promise<RatedSums> {
  const measured = await measureWindow(ch, window, segments);
  if (measured === undefined) return { byProduct: new Map(), beforeTiers: zero };
  const { applying, priced, unpriced } = measured;
  if (unpriced.length > 0) throw new UnpricedUsage(unpriced, new Set());
  const arithmetic = planArithmetic(applying, priced);
  const hasCorrections = priced.some((used) => used.hasCorrections);
  const statement = {
    runNo: '0',
    segmentIndex: segmentIndexSql(applying),
    segments: applying,
    arithmetic,
    hasCorrections,
    where: windowSql(window),
  };
  const { select } =
    carriedIn === undefined ? ratingSelect(statement) : slicedRatingSelect({ ...statement, carriedIn });
  const rows = await ch.query<{ product_: string; total: string }>(
    // The adjustment column contains the guard of each row, so the query must read it.
    `SELECT product_, sum(amount_) AS total, max(adjustment_) FROM (${select}) GROUP BY product_`,
    {},
    settings,
    { limits: limitsOf.rating },
  );
  const byProduct = new Map(rows.map(({ product_, total }) => [product_, total]));
  if (carriedIn === undefined) return { byProduct, beforeTiers: zero };
  const { sql, scale } = chargedUnitsSql(statement);
  const [charged] = await ch.query<{ units: string }>(sql, {}, settings);
  return { byProduct, beforeTiers: fromUnits(BigInt(charged?.units ?? 0), scale) };
}

const settings = {
  optimize_move_to_prewhere: ratingSettings.optimize_move_to_prewhere,
  max_query_size: ratingSettings.max_query_size,
} as const;
