import { compare, formatDecimal, multiply, parseDecimal } from '@usance/money/decimal';
import { instant } from '@usance/period/instant';
import { range } from '@usance/period/range';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePriceSegments, type PriceBook, type PriceVersion } from './price-segments.ts';

const dimensions = {
  product: 'Compute',
  type: 'Warehouse',
  subType: '',
  billingItem: 'compute.r',
  cloudProvider: 'aws',
  region: 'us-east-1',
  edition: 'standard',
  consumptionUnit: 'core-hour',
};
const january = range(instant('2026-01-01T00:00:00Z'), instant('2026-02-01T00:00:00Z'));
const day = (n: number) => instant(`2026-01-${String(n).padStart(2, '0')}T00:00:00Z`);

const version = (unitPrice: string, from: number, to: number | null): PriceVersion => {
  const until = to === null ? null : day(to);
  return { skuNo: 1, unitPrice, listPrice: unitPrice, priceUnit: 'USD/core-hour', from: day(from), to: until };
};
const book = (prices: PriceVersion[], rest: Partial<PriceBook> = {}): PriceBook => ({
  skus: new Map([[1, dimensions]]),
  prices,
  discounts: [],
  unchargedSkus: new Set(),
  ...rest,
});
const shown = (segments: ReturnType<typeof compilePriceSegments>) =>
  segments.map(({ range: { start, end }, netPrice }) => [
    new Date(start).getUTCDate(),
    end === january.end ? 'end' : new Date(end).getUTCDate(),
    formatDecimal(netPrice),
  ]);

describe('price segments', () => {
  test('a new version takes over at its first instant', () => {
    expect(shown(compilePriceSegments(book([version('2', 1, 10), version('3', 10, null)]), january))).toEqual([
      [1, 10, '2'],
      [10, 'end', '3'],
    ]);
  });

  test('a contract-level discount cuts a version where it starts and ends', () => {
    const discounts = [{ rate: '0.85', from: day(5), to: day(8) }];
    expect(shown(compilePriceSegments(book([version('2', 1, null)], { discounts }), january))).toEqual([
      [1, 5, '2'],
      [5, 8, '1.70'],
      [8, 'end', '2'],
    ]);
  });

  test('a time without a version has no segment', () => {
    expect(shown(compilePriceSegments(book([version('2', 3, 4), version('3', 6, 7)]), january))).toEqual([
      [3, 4, '2'],
      [6, 7, '3'],
    ]);
  });

  test('an uncharged SKU keeps its price and is not chargeable', () => {
    const [segment] = compilePriceSegments(book([version('2', 1, null)], { unchargedSkus: new Set([1]) }), january);
    expect(segment).toMatchObject({ chargeable: false });
  });

  test.each(['0', '-0.1', '1.000001', '85'])('a discount of %s is refused', (rate) => {
    const discounts = [{ rate, from: day(1), to: null }];
    expect(() => compilePriceSegments(book([version('2', 1, null)], { discounts }), january)).toThrow();
  });

  test('two prices at once are refused', () => {
    expect(() => compilePriceSegments(book([version('2', 1, 10), version('3', 9, null)]), january)).toThrow(RangeError);
    const discounts = [
      { rate: '0.5', from: day(1), to: day(3) },
      { rate: '0.6', from: day(2), to: null },
    ];
    expect(() => compilePriceSegments(book([version('2', 1, null)], { discounts }), january)).toThrow(RangeError);
  });

  test('every instant has the price of its version and the discount of its time, and no more than one', () => {
    const cut = fc.integer({ min: 1, max: 31 });
    fc.assert(
      fc.property(cut, cut, cut, cut, (change, from, to, probe) => {
        const discounts = from < to ? [{ rate: '0.9', from: day(from), to: day(to) }] : [];
        const prices = change === 1 ? [version('3', 1, null)] : [version('2', 1, change), version('3', change, null)];
        const segments = compilePriceSegments(book(prices, { discounts }), january);
        const at = day(probe);
        const found = segments.filter((segment) => segment.range.start <= at && at < segment.range.end);
        const unit = parseDecimal(probe < change ? '2' : '3');
        const rate = parseDecimal(from <= probe && probe < to ? '0.9' : '1');
        expect(found).toHaveLength(1);
        expect(compare(found[0]?.netPrice ?? parseDecimal('0'), multiply(unit, rate))).toBe(0);
      }),
    );
  });
});
