import { formatDecimal, powerOfTen } from '@usance/money/decimal';
import type { Range } from '@usance/period/range';
import { numbers, quote } from '#platform/clickhouse/literal.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { type Arithmetic, halfOf } from './arithmetic.ts';

/** A billing day and the run_no of its rated rows. */
export type BillingDay = { range: Range; runNo: bigint };
export type RatingStatement = {
  /** SQL for the run of the row `u`. */
  runNo: string;
  /** SQL for the 1-based position of the segment of the row `u`; 0 if no segment prices it. */
  segmentIndex: string;
  segments: readonly PriceSegment[];
  arithmetic: Arithmetic;
  hasCorrections: boolean;
  where: string;
};

/**
 * The SELECT that produces rated rows, and the columns of `purchase` that it fills. Its own column names end in `_`.
 */
export type RatingSelect = { readonly names: readonly string[]; readonly select: string };

export function insertSql({ names, select }: RatingSelect): string {
  return `INSERT INTO purchase (${names.join(', ')})\n${select}`;
}

/**
 * SELECT for rated rows: amount = quantity × net price in whole numbers, rounded once to 12 places, half away from
 * zero. The statement throws for a row without a price or beyond the bounds of the arithmetic.
 */
export function ratingSelect({ where, ...statement }: RatingStatement): RatingSelect {
  const { segmentIndex, arithmetic, hasCorrections } = statement;
  const adjustment = ['adjustment', adjustmentSql(arithmetic, hasCorrections)] as const;
  const columns = [...ratedColumns(statement), adjustment];
  const values = columns.map(([name, sql]) => `${sql} AS ${name}_`).join(',\n  ');
  const select = `WITH ${segmentIndex} AS segment, toLowCardinality(segment) AS shared
SELECT
  ${values}
FROM usage_record AS u
WHERE ${where}`;
  return { names: columns.map(([name]) => name), select };
}

/** Name and SQL of each column of a rated row, except `adjustment`. */
export function ratedColumns({ runNo, segments, arithmetic, hasCorrections }: Omit<RatingStatement, 'where'>) {
  // The engine evaluates a function of one LowCardinality column once for each distinct value, so ten text columns cost
  // next to nothing.
  const text = (of: (segment: PriceSegment) => string) =>
    `arrayElement([${segments.map((segment) => quote(of(segment))).join(',')}], shared)`;
  const decimal = (type: string, of: (segment: PriceSegment) => string) =>
    `arrayElement(${numbers(type, segments.map(of))}, segment)`;
  const flags = segments.map((segment) => Number(segment.chargeable));
  const chargeable = `(u.chargeable AND arrayElement(${numbers('UInt8', flags)}, segment))`;
  return [
    ['contract_id', 'u.contract_id'],
    ['run_no', runNo],
    ['bill_at', 'u.bill_at'],
    ['start_at', 'u.start_at'],
    ['end_at', 'u.end_at'],
    ['datacloud_id', 'u.datacloud_id'],
    ['datacloud_name', 'u.datacloud_name'],
    ['cloud_provider', text((segment) => segment.cloudProvider)],
    ['region', text((segment) => segment.region)],
    ['edition', text((segment) => segment.edition)],
    ['object_id', 'u.object_id'],
    ['object_name', 'u.object_name'],
    ['resource_kind', 'u.resource_kind'],
    ['product', text((segment) => segment.product)],
    ['type', text((segment) => segment.type)],
    ['sub_type', text((segment) => segment.subType)],
    ['billing_item', text((segment) => segment.billingItem)],
    ['sku_no', 'u.sku_no'],
    ['consumption', 'u.quantity'],
    ['consumption_unit', text((segment) => segment.consumptionUnit)],
    ['unit_price', decimal('Decimal(38, 12)', (segment) => formatDecimal(segment.unitPrice))],
    ['list_price', decimal('Decimal(38, 12)', (segment) => formatDecimal(segment.listPrice))],
    ['price_unit', text((segment) => segment.priceUnit)],
    ['zhekou', decimal('Decimal(18, 12)', (segment) => formatDecimal(segment.discount))],
    ['amount', amountSql(arithmetic, hasCorrections, chargeable)],
    ['chargeable', chargeable],
    ['source', 'u.source'],
    ['usage_id', 'u.usage_id'],
    ['slice_no', '0'],
    ['offer_id', text((segment) => segment.offerId ?? '')],
  ] as const;
}

function amountSql(
  { width, netPriceScale, netPriceUnits }: Arithmetic,
  hasCorrections: boolean,
  chargeable: string,
): string {
  const integer = `Int${width}`;
  const quantity = `to${integer}(reinterpret(u.quantity, 'Int128'))`;
  const netPrice = `arrayElement(${numbers(integer, netPriceUnits)}, segment)`;
  const constant = (value: bigint) => `to${integer}(${quote(String(value))})`;
  const product = `${quantity} * ${netPrice}`;
  const half = constant(halfOf(netPriceScale));
  // Division truncates toward zero, so a correction needs a negative half to mirror the rounding of its charge.
  const nudge = hasCorrections ? `if(u.quantity < 0, -${half}, ${half})` : half;
  const rounded =
    netPriceScale === 0 ? product : `intDiv(${product} + ${nudge}, ${constant(powerOfTen(netPriceScale))})`;
  return `reinterpret(toInt128(${rounded}) * ${chargeable}, 'Decimal(38, 12)')`;
}

/**
 * SQL: 1 for an adjustment. Includes the guard of the row: in the WHERE clause the engine would also evaluate it for
 * rows of other contracts.
 */
export function adjustmentSql({ largestQuantities }: Arithmetic, hasCorrections: boolean): string {
  const bounds = largestQuantities.map((quantity) => formatDecimal(quantity));
  const largest =
    new Set(bounds).size === 1
      ? `toDecimal128(${quote(bounds[0] ?? '0')}, 12)`
      : `arrayElement(${numbers('Decimal(38, 12)', bounds)}, segment)`;
  const isBeyond = hasCorrections ? `abs(u.quantity) > ${largest}` : `u.quantity < 0 OR u.quantity > ${largest}`;
  const isForeign = `segment = 0 OR ${isBeyond}`;
  return `(u.bill_at > u.start_at) + throwIf(${isForeign}, 'Usage changed while it was rated')`;
}

/**
 * SQL for the run of the row `u`. Days are adjacent, so the number of later days that have begun is the row's position.
 */
export function runNoSql(days: readonly BillingDay[]): string {
  const [, ...later] = days;
  const passed = later.map(({ range }) => `(u.bill_at >= toDateTime(${range.start / 1000}, 'UTC'))`);
  const runNos = numbers(
    'UInt64',
    days.map(({ runNo }) => runNo),
  );
  return `arrayElement(${runNos}, ${['1', ...passed].join(' + ')})`;
}
