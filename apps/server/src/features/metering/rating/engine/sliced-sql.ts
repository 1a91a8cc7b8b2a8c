import { type Decimal, formatDecimal, powerOfTen, rescale } from '@usance/money/decimal';
import { numbers, quote } from '#platform/clickhouse/literal.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import type { Tier } from '../../tier/graduated.ts';
import { type Arithmetic, halfOf } from './arithmetic.ts';
import { adjustmentSql, type RatingSelect, type RatingStatement, ratedColumns } from './rating-sql.ts';
import { segmentIndexSql } from './segment-index.ts';

type SlicedStatement = RatingStatement & {
  /** The month's amount before the first of the days, at item prices. */
  carriedIn: Decimal;
};

/**
 * Like `ratingSelect`, but with tiers of the month's amount. Rows are processed in order of hour, id and source, and
 * cut like `slicesOf` cuts them. The amount before a row is an exact 256-bit whole number, and so are the cuts.
 */
export function slicedRatingSelect(statement: SlicedStatement): RatingSelect {
  const { segmentIndex, segments, arithmetic, hasCorrections, carriedIn, where } = statement;
  const scale = exactScale(arithmetic, carriedIn);
  const ladders = laddersOf(segments);
  const sliced = new Map<string, string>(slicedColumns(segments, ladders, scale));
  const columns = [
    ...ratedColumns(statement).map(([name, sql]) => [name, sliced.get(name) ?? sql] as const),
    ['adjustment', adjustmentSql(arithmetic, hasCorrections)] as const,
    ['tier_mode', `if(u.ladder = 1, '', 'graduated')`] as const,
  ];
  const values = columns.map(([name, sql]) => `${sql} AS ${name}_`).join(',\n  ');
  const select = `WITH u.segment AS segment, toLowCardinality(u.segment) AS shared
SELECT
  ${values}
FROM (
  WITH ${slicesSql(ladders, scale)} AS slices
  SELECT *, slices FROM (
    SELECT u.*, ${segmentIndex} AS segment, toInt256(reinterpret(u.quantity, 'Int128')) AS units,
      ${eachSql(arithmetic, scale)} AS each, (u.chargeable AND arrayElement(${chargeableOf(segments)}, segment)) AS charged,
      if(charged, arrayElement(${numbers('UInt16', ladders.ofSegments)}, segment), 1) AS ladder,
      ${integer(rescale(carriedIn, scale).units)} + sum(units * each * charged) OVER (
        ORDER BY u.bill_at, u.usage_id, u.source ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) - units * each * charged AS passed
    FROM usage_record AS u
    WHERE ${where}
  )
) AS u
ARRAY JOIN u.slices AS slice, arrayEnumerate(u.slices) AS nth`;
  return { names: columns.map(([name]) => name), select };
}

/**
 * SQL for the exact amount of each run at item prices. It reads the rated rows, so that the carried amount matches the
 * live rows.
 */
export function beforeTiersSql(
  segments: readonly PriceSegment[],
  { arithmetic, carriedIn, where }: Pick<SlicedStatement, 'arithmetic' | 'carriedIn' | 'where'>,
): { readonly sql: string; readonly scale: number } {
  const scale = exactScale(arithmetic, carriedIn);
  const sql = `SELECT run_no, count() AS slices,
    toString(sum(toInt256(reinterpret(u.consumption, 'Int128')) * ${eachSql(arithmetic, scale)} * u.chargeable)) AS units
    FROM (SELECT *, ${segmentIndexSql(segments)} AS segment FROM purchase AS u WHERE ${where}) AS u GROUP BY run_no`;
  return { sql, scale };
}

/** SQL for the exact amount of unrated usage at item prices. */
export function chargedUnitsSql({
  segmentIndex,
  segments,
  arithmetic,
  where,
}: Pick<RatingStatement, 'segmentIndex' | 'segments' | 'arithmetic' | 'where'>): {
  readonly sql: string;
  readonly scale: number;
} {
  const scale = 12 + arithmetic.netPriceScale;
  const charged = `u.chargeable * arrayElement(${chargeableOf(segments)}, segment)`;
  const sql = `SELECT toString(sum(toInt256(reinterpret(u.quantity, 'Int128')) * ${eachSql(arithmetic, scale)} * ${charged})) AS units
    FROM (SELECT *, ${segmentIndex} AS segment FROM usage_record AS u WHERE ${where}) AS u`;
  return { sql, scale };
}

/** The scale at which both quantity × net price and the carried amount are whole numbers. */
function exactScale({ netPriceScale }: Arithmetic, carriedIn: Decimal): number {
  return Math.max(12 + netPriceScale, 12, carriedIn.scale);
}

const integer = (value: bigint) => `toInt256(${quote(String(value))})`;

/** SQL for the net price of a row's segment, at the scale at which amounts are whole numbers. */
function eachSql({ netPriceUnits, netPriceScale }: Arithmetic, scale: number): string {
  const factor = powerOfTen(scale - 12 - netPriceScale);
  const units = netPriceUnits.map((each) => each * factor);
  return `arrayElement(${numbers('Int256', units)}, segment)`;
}

function chargeableOf(segments: readonly PriceSegment[]): string {
  return numbers(
    'UInt8',
    segments.map((segment) => Number(segment.chargeable)),
  );
}

/** The distinct tiers of a statement, and the 1-based index of each segment's tiers. The first entry has no tiers. */
interface Ladders {
  readonly all: readonly (readonly Tier[])[];
  readonly ofSegments: readonly number[];
}

function laddersOf(segments: readonly PriceSegment[]): Ladders {
  const all = [[], ...new Set(segments.flatMap(({ tiers }) => (tiers === undefined ? [] : [tiers])))];
  const ofSegments = segments.map(({ tiers }) => (tiers === undefined ? 1 : all.indexOf(tiers) + 1));
  return { all, ofSegments };
}

/** SQL for a constant array of arrays, indexed by the row's ladder. */
function byLadder(type: string, { all }: Ladders, values: (tiers: readonly Tier[]) => readonly (string | bigint)[]) {
  const arrays = all.map((tiers) => `[${values(tiers).join(',')}]`).join(',');
  return `arrayElement(CAST('[${arrays}]', 'Array(Array(${type}))'), ladder)`;
}

/**
 * SQL for the slices of a row, in the order in which it passes the tiers: pairs of the 1-based tier and the units of
 * quantity. Without tiers, the row is one slice.
 */
function slicesSql(ladders: Ladders, scale: number): string {
  const bounds = byLadder('Int256', ladders, (tiers) => tiers.slice(1).map(({ from }) => rescale(from, scale).units));
  const floorDivided = 'if(rest >= 0, intDiv(rest, divisor), -intDiv(divisor - rest - 1, divisor))';
  return `if(each > 0, each, toInt256(1)) AS divisor,
    if(units < 0, units, toInt256(0)) AS low, if(units < 0, toInt256(0), units) AS high,
    ${bounds} AS bounds, arrayMap(bound -> bound - passed, bounds) AS rests,
    arrayMap(rest -> if(each > 0, ${floorDivided}, if(rest > 0, high, low)), rests) AS cuts,
    arrayMap(at -> if(at < low, low, if(at > high, high, at)), cuts) AS inside,
    arrayPushFront(inside, low) AS starts, arrayPushBack(inside, high) AS ends,
    arrayMap((tier, start, end) -> (tier, end - start), arrayEnumerate(starts), starts, ends) AS pieces,
    arrayFilter(piece -> piece.2 != 0, pieces) AS used,
    [(toUInt32(1 + arrayCount(bound -> bound <= passed, bounds)), toInt256(0))] AS unused,
    multiIf(empty(used), unused, units < 0, arrayReverse(arrayMap(piece -> (piece.1, -piece.2), used)), used)`;
}

/** The columns of a rated row that differ from slice to slice. */
function slicedColumns(segments: readonly PriceSegment[], ladders: Ladders, scale: number): [string, string][] {
  const rateScale = Math.max(0, ...ladders.all.flat().map(({ rate }) => rate.scale));
  const rates = byLadder('Int256', ladders, (tiers) =>
    tiers.length === 0 ? [powerOfTen(rateScale)] : tiers.map(({ rate }) => rescale(rate, rateScale).units),
  );
  const multipliers = byLadder('Decimal(18, 12)', ladders, (tiers) =>
    tiers.length === 0 ? ['1'] : tiers.map(({ rate }) => formatDecimal(rate)),
  );
  const discounts = numbers(
    'Decimal(18, 12)',
    segments.map(({ discount }) => formatDecimal(discount)),
  );
  const product = `slice.2 * each * arrayElement(${rates}, slice.1)`;
  const cutOff = scale - 12 + rateScale;
  const half = integer(halfOf(cutOff));
  const rounded =
    cutOff === 0 ? product : `intDiv(${product} + if(slice.2 < 0, -${half}, ${half}), ${integer(powerOfTen(cutOff))})`;
  return [
    ['consumption', `reinterpret(toInt128(slice.2), 'Decimal(38, 12)')`],
    ['zhekou', `if(ladder = 1, arrayElement(${discounts}, segment), arrayElement(${multipliers}, slice.1))`],
    ['amount', `reinterpret(toInt128(${rounded}) * charged, 'Decimal(38, 12)')`],
    ['chargeable', 'charged'],
    ['slice_no', 'nth - 1'],
  ];
}
