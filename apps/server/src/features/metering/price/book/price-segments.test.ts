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
  return {
    skuNo: 1,
    isOwn: false,
    unitPrice,
    listPrice: unitPrice,
    priceUnit: 'USD/core-hour',
    from: day(from),
    to: until,
  };
};
const book = (prices: PriceVersion[], rest: Partial<PriceBook> = {}): PriceBook => ({
  skus: new Map([[1, dimensions]]),
  prices,
  discounts: [],
  uncharged: [],
  ...rest,
});
const noPrice = parseDecimal('0');
const shown = (segments: ReturnType<typeof compilePriceSegments>) =>
  segments.map(({ range: { start, end }, netPrice }) => [
    new Date(start).getUTCDate(),
    end === january.end ? 'end' : new Date(end).getUTCDate(),
    formatDecimal(netPrice),
  ]);

describe('price segments', () => {
  test('tiers take the place of the discount where they hold, and are of own prices as well', () => {
    const tiers = [{ from: parseDecimal('0'), rate: parseDecimal('0.7') }];
    const reductions = {
      discounts: [{ rate: '0.5', from: day(1), to: null }],
      tiers: [{ from: day(5), to: day(15), tiers }],
    };
    const prices = [version('2', 1, 10), { ...version('3', 10, null), isOwn: true }];
    const segments = compilePriceSegments(book(prices, reductions), january);
    expect(shown(segments)).toEqual([
      [1, 5, '1.0'],
      [5, 10, '2'],
      [10, 15, '3'],
      [15, 'end', '3'],
    ]);
    expect(segments.map((segment) => segment.tiers)).toEqual([undefined, tiers, tiers, undefined]);
  });

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

  test('a SKU keeps its price while it is not charged', () => {
    const uncharged = [
      { skuNo: 1, from: day(5), to: day(8) },
      { skuNo: 2, from: day(1), to: null },
      { skuNo: 1, from: day(20), to: null },
    ];
    const segments = compilePriceSegments(book([version('2', 1, null)], { uncharged }), january);
    expect(shown(segments)).toEqual([
      [1, 5, '2'],
      [5, 8, '2'],
      [8, 20, '2'],
      [20, 'end', '2'],
    ]);
    expect(segments.map(({ chargeable }) => chargeable)).toEqual([true, false, true, false]);
  });

  test('two reductions never multiply: a discount leaves the contract’s own price alone', () => {
    const prices = [version('2', 1, 10), { ...version('0.8', 10, 20), isOwn: true }, version('2', 20, null)];
    const segments = compilePriceSegments(
      book(prices, { discounts: [{ rate: '0.5', from: day(1), to: null }] }),
      january,
    );
    expect(shown(segments)).toEqual([
      [1, 10, '1.0'],
      [10, 20, '0.8'],
      [20, 'end', '1.0'],
    ]);
    expect(segments.map(({ discount }) => formatDecimal(discount))).toEqual(['0.5', '1', '0.5']);
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

  const minute = (zone: string, time: string) => instant(`2026-01-10T${time}${zone}`);
  test.each(['Z', '+08:00'])('what holds at the start of an hour holds for all of it (%s)', (zone) => {
    const cut = minute(zone, '10:30:00');
    const prices = [
      { ...version('2', 1, null), to: cut },
      { ...version('3', 1, null), from: cut, to: minute(zone, '10:59:59') },
      { ...version('4', 1, null), from: minute(zone, '10:59:59') },
    ];
    const discounts = [{ rate: '0.5', from: minute(zone, '12:00:01'), to: minute(zone, '14:00:00') }];
    const uncharged = [{ skuNo: 1, from: minute(zone, '15:01:00'), to: null }];
    const segments = compilePriceSegments(book(prices, { discounts, uncharged }), january);
    expect(segments.map(({ range: { start }, netPrice }) => [start, formatDecimal(netPrice)])).toEqual([
      [january.start, '2'],
      [minute(zone, '11:00:00'), '4'],
      [minute(zone, '13:00:00'), '2.0'],
      [minute(zone, '14:00:00'), '4'],
      [minute(zone, '16:00:00'), '4'],
    ]);
  });

  test('in the hour in which the contract begins, what holds from its beginning does', () => {
    const begins = minute('Z', '10:30:00');
    const from = { from: begins, to: minute('Z', '11:00:00') };
    const prices = [
      { ...version('2', 1, null), to: begins },
      { ...version('3', 1, null), from: begins },
    ];
    const first = (rest: Partial<PriceBook>) => {
      const segments = compilePriceSegments(book(prices, { begins, ...rest }), january);
      const at = minute('Z', '10:30:00');
      return segments.find(({ range: { start, end } }) => start <= at && at < end);
    };
    expect(first({})).toMatchObject({ netPrice: parseDecimal('3'), chargeable: true });
    expect(formatDecimal(first({ discounts: [{ rate: '0.5', ...from }] })?.netPrice ?? noPrice)).toBe('1.5');
    expect(first({ uncharged: [{ skuNo: 1, ...from }] })).toMatchObject({ chargeable: false });
    const tiers = [{ from: parseDecimal('0'), rate: parseDecimal('0.7') }];
    expect(first({ tiers: [{ ...from, tiers }] })).toMatchObject({ tiers });
    const passed = { from: minute('Z', '09:00:00'), to: begins };
    expect(first({ uncharged: [{ skuNo: 1, ...passed }] })).toMatchObject({ chargeable: true });
    const later = { from: minute('Z', '10:30:01'), to: null };
    expect(first({ uncharged: [{ skuNo: 1, ...later }] })).toMatchObject({ chargeable: true });
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
