import { formatDecimal, sum } from '@usance/money/decimal';
import fc from 'fast-check';

const hourMs = 3_600_000;
const firstHour = Date.parse('2026-10-01T00:00:00Z');
const hoursOfTest = 96;

export type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
const decimal = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((units) => {
  const digits = String(units < 0n ? -units : units).padStart(13, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`;
});
export const drawnRow = fc.record({
  hour: fc.integer({ min: 0, max: hoursOfTest - 1 }),
  sku: fc.integer({ min: 1, max: 3 }),
  object: fc.integer({ min: 1, max: 3 }),
  cloud: fc.integer({ min: 1, max: 2 }),
  price: fc.constantFrom('1.5', '0.000000000001'),
  zhekou: fc.constantFrom('1', '0.85'),
  amount: fc.oneof({ weight: 1, arbitrary: fc.constant('0') }, { weight: 4, arbitrary: decimal }),
  consumption: decimal,
});
export type DrawnRow = ReturnType<typeof rowOf>;

/** A name changes each hour, so that it tells which hour it was taken from. */
export function rowOf({ hour, sku, object, cloud, price, zhekou, amount, consumption }: Drawn<typeof drawnRow>) {
  const billAt = new Date(firstHour + hour * hourMs).toISOString().replace('.000', '');
  return {
    bill_at: billAt,
    sku_no: sku,
    product: sku === 3 ? 'Storage' : 'Compute',
    billing_item: `item.${sku}`,
    consumption_unit: sku === 3 ? 'GB-hour' : 'core-hour',
    object_id: `wh-${object}`,
    object_name: `object ${object} at ${billAt}`,
    datacloud_id: `dc-${cloud}`,
    datacloud_name: `cloud ${cloud} at ${billAt}`,
    list_price: price,
    zhekou,
    amount,
    consumption,
  };
}

/** A bound of a range: an hour or half of one, also beyond the rows. */
export const bound = fc
  .integer({ min: -2, max: 2 * hoursOfTest + 2 })
  .map((halfHours) => firstHour + (halfHours * hourMs) / 2);

export const totalOfRows = (values: readonly string[]) => formatDecimal(sum(values), 12);
export const twelvePlaces = (value: string) => formatDecimal(value, 12);
export const latestRow = (rows: readonly DrawnRow[]) => rows.toSorted((a, b) => (a.bill_at < b.bill_at ? 1 : -1))[0];
