import { formatDecimal, powerOfTen } from '@usance/money/decimal';
import type { Range } from '@usance/period/range';
import { quote } from '../../../platform/clickhouse/literal.ts';
import { type Arithmetic, halfOf, type RatingBounds } from './arithmetic.ts';
import type { PriceSegment } from './price-segments.ts';
import { segmentIndexSql } from './segment-index.ts';

/** One billing day of the contract and the run its rated rows are written under. */
export type BillingDay = { range: Range; runNo: bigint };
type RatingStatement = {
  days: readonly BillingDay[];
  segments: readonly PriceSegment[];
  arithmetic: Arithmetic;
  bounds: RatingBounds;
  where: string;
};

/**
 * The INSERT … SELECT that rates: amount = quantity × net price, rounded once, half up, to 12 places, in whole numbers.
 * A row without a price, or beyond the bounds that the arithmetic was chosen for, stops the statement.
 */
export function ratingSql({ days, segments, arithmetic, bounds, where }: RatingStatement): string {
  const columns = ratedColumns(days, segments, arithmetic);
  const names = columns.map(([name]) => name).join(', ');
  const values = columns.map(([name, sql]) => `${sql} AS ${name}_`).join(',\n  ');
  const largest = `toDecimal128(${quote(formatDecimal(bounds.maxQuantity))}, 12)`;
  return `INSERT INTO purchase (${names})
WITH ${segmentIndexSql(segments)} AS segment, toLowCardinality(segment) AS shared
SELECT
  ${values}
FROM usage_record AS u
WHERE ${where} AND NOT throwIf(segment = 0 OR u.quantity < 0 OR u.quantity > ${largest}, 'Usage changed while it was rated')`;
}

function ratedColumns(days: readonly BillingDay[], segments: readonly PriceSegment[], arithmetic: Arithmetic) {
  // A function of one LowCardinality column runs on its few values only, so ten text columns cost next to nothing.
  const text = (of: (segment: PriceSegment) => string) =>
    `arrayElement([${segments.map((segment) => quote(of(segment))).join(',')}], shared)`;
  const decimal = (type: string, of: (segment: PriceSegment) => string) =>
    `arrayElement([${segments.map((segment) => quote(of(segment))).join(',')}]::Array(${type}), segment)`;
  const chargeable = `arrayElement([${segments.map((segment) => Number(segment.chargeable)).join(',')}]::Array(UInt8), segment)`;
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
    ['amount', amountSql(arithmetic, `(u.chargeable AND ${chargeable})`)],
    ['chargeable', `(u.chargeable AND ${chargeable})`],
    ['source', 'u.source'],
    ['usage_id', 'u.usage_id'],
    ['adjustment', 'u.bill_at > u.start_at'],
  ] as const;
}

function amountSql({ width, netPriceScale, netPriceUnits }: Arithmetic, chargeable: string): string {
  const integer = `Int${width}`;
  const quantity = `to${integer}(reinterpret(u.quantity, 'Int128'))`;
  const netPrice = `arrayElement([${netPriceUnits.map((units) => quote(String(units))).join(',')}]::Array(${integer}), segment)`;
  const constant = (value: bigint) => `to${integer}(${quote(String(value))})`;
  const product = `${quantity} * ${netPrice}`;
  const rounded =
    netPriceScale === 0
      ? product
      : `intDiv(${product} + ${constant(halfOf(netPriceScale))}, ${constant(powerOfTen(netPriceScale))})`;
  return `reinterpret(toInt128(${rounded}) * ${chargeable}, 'Decimal(38, 12)')`;
}

/** Days touch, so the number of later days that have begun is the row's position. */
function runNoSql(days: readonly BillingDay[]): string {
  const [, ...later] = days;
  const passed = later.map(({ range }) => `(u.bill_at >= toDateTime(${range.start / 1000}, 'UTC'))`);
  return `arrayElement([${days.map(({ runNo }) => String(runNo)).join(',')}]::Array(UInt64), ${['1', ...passed].join(' + ')})`;
}
