import { formatDecimal, powerOfTen } from '@usance/money/decimal';
import type { Range } from '@usance/period/range';
import { numbers, quote } from '#platform/clickhouse/literal.ts';
import type { PriceSegment } from '../../price/book/price-segments.ts';
import { type Arithmetic, halfOf } from './arithmetic.ts';
import { segmentIndexSql } from './segment-index.ts';

/** One billing day of the contract and the run its rated rows are written under. */
export type BillingDay = { range: Range; runNo: bigint };
export type RatingStatement = {
  days: readonly BillingDay[];
  segments: readonly PriceSegment[];
  arithmetic: Arithmetic;
  hasCorrections: boolean;
  where: string;
};

/** The SELECT that makes rated rows, and the columns of `purchase` that it fills; each of its own is named with `_` at its end. */
export type RatingSelect = { readonly names: readonly string[]; readonly select: string };

/** The INSERT … SELECT that rates. */
export function insertSql({ names, select }: RatingSelect): string {
  return `INSERT INTO purchase (${names.join(', ')})\n${select}`;
}

/**
 * Amount = quantity × net price, rounded once, half away from zero, to 12 places, in whole numbers. A row without a price,
 * or beyond the bounds that the arithmetic was chosen for, stops the statement.
 */
export function ratingSelect({ where, ...statement }: RatingStatement): RatingSelect {
  const { segments, arithmetic, hasCorrections } = statement;
  const adjustment = ['adjustment', adjustmentSql(arithmetic, hasCorrections)] as const;
  const columns = [...ratedColumns(statement), adjustment];
  const values = columns.map(([name, sql]) => `${sql} AS ${name}_`).join(',\n  ');
  const select = `WITH ${segmentIndexSql(segments)} AS segment, toLowCardinality(segment) AS shared
SELECT
  ${values}
FROM usage_record AS u
WHERE ${where}`;
  return { names: columns.map(([name]) => name), select };
}

/** What each column of a rated row is made of, but whether it is an adjustment. */
export function ratedColumns({ days, segments, arithmetic, hasCorrections }: Omit<RatingStatement, 'where'>) {
  // A function of one LowCardinality column runs on its few values only, so ten text columns cost next to nothing.
  const text = (of: (segment: PriceSegment) => string) =>
    `arrayElement([${segments.map((segment) => quote(of(segment))).join(',')}], shared)`;
  const decimal = (type: string, of: (segment: PriceSegment) => string) =>
    `arrayElement(${numbers(type, segments.map(of))}, segment)`;
  const flags = segments.map((segment) => Number(segment.chargeable));
  const chargeable = `(u.chargeable AND arrayElement(${numbers('UInt8', flags)}, segment))`;
  return [
    ['contract_id', 'u.contract_id'],
    ['run_no', runNoSql(days)],
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
  // Division cuts toward zero, so a correction needs its half below it to round as the mirror of its charge.
  const nudge = hasCorrections ? `if(u.quantity < 0, -${half}, ${half})` : half;
  const rounded =
    netPriceScale === 0 ? product : `intDiv(${product} + ${nudge}, ${constant(powerOfTen(netPriceScale))})`;
  return `reinterpret(toInt128(${rounded}) * ${chargeable}, 'Decimal(38, 12)')`;
}

/** Whether it is an adjustment. The guard stands here and not in the WHERE, where the engine would try it on rows of other contracts as well. */
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

/** SQL for the run of the row `u`. Days touch, so the number of later days that have begun is the row's position. */
export function runNoSql(days: readonly BillingDay[]): string {
  const [, ...later] = days;
  const passed = later.map(({ range }) => `(u.bill_at >= toDateTime(${range.start / 1000}, 'UTC'))`);
  const runNos = numbers(
    'UInt64',
    days.map(({ runNo }) => runNo),
  );
  return `arrayElement(${runNos}, ${['1', ...passed].join(' + ')})`;
}
