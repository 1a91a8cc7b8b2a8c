import { compare, formatDecimal, fromUnits, parseDecimal, powerOfTen, zero } from '@usance/money/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountTooLarge, halfOf, planArithmetic } from './arithmetic.ts';

const segment = (price: string) => ({ netPrice: parseDecimal(price), chargeable: true });
/** Usage of a segment: `rows` rows of the same quantity. */
const used = (segment: number, quantity: string, rows = 1n) => {
  const maxQuantity = parseDecimal(quantity);
  const { units, scale } = maxQuantity;
  return { segment, rows, maxQuantity, allQuantities: fromUnits(units * rows, scale) };
};

describe('the arithmetic of a run', () => {
  test.each<[string, ReturnType<typeof segment>[], ReturnType<typeof used>[], 128 | 256]>([
    ['nothing', [], [], 128],
    [
      'much usage of a cheap SKU beside an expensive one',
      [segment('0.0001'), segment('99999999999999')],
      [used(0, '99999999999999'), used(1, '1')],
      128,
    ],
    [
      'a SKU that becomes expensive when little is used',
      [segment('1'), segment('99999999999999')],
      [used(0, '99999999999999'), used(1, '1')],
      128,
    ],
    ['a dear SKU of which much is used', [segment('999999.99999999')], [used(0, '99999999999999')], 256],
    [
      'a SKU with much usage once it is expensive',
      [segment('1'), segment('999999.99999999')],
      [used(1, '99999999999999')],
      256,
    ],
    [
      'a price that alone does not fit, without usage',
      [segment(`${10n ** 25n}.000000000000000001`)],
      [used(0, '0')],
      256,
    ],
    ['the largest sum of a run', [segment('1')], [used(0, '999999999999999999999')], 128],
  ])('suits %s', (_, segments, usage, width) => {
    expect(planArithmetic(segments, usage).width).toBe(width);
  });

  test.each<[string, ReturnType<typeof segment>[], ReturnType<typeof used>[]]>([
    ['one row', [segment('10')], [used(0, '100000000000000000000')]],
    ['many rows', [segment('1')], [used(0, '10000000000000000', 100_000n)]],
    ['SKUs together', [segment('6'), segment('6')], [used(0, `${10n ** 20n}`), used(1, `${10n ** 20n}`)]],
  ])('refuses what does not fit a sum: %s', (_, segments, usage) => {
    expect(() => planArithmetic(segments, usage)).toThrow(AmountTooLarge);
  });

  test('accepts a month that fits, even with one very expensive SKU and much usage of another', () => {
    const plan = planArithmetic(
      [segment('0.000000000001'), segment('99999999999999')],
      [used(0, '99999999999999', 1_000_000n), used(1, '0.001', 10n)],
    );
    expect(plan.largestQuantities.map((quantity) => formatDecimal(quantity))).toEqual(['99999999999999', '0.001']);
  });

  test('counts a SKU that is not charged as 0, whatever it would cost', () => {
    const free = { ...segment('99999999999999'), chargeable: false };
    const plan = planArithmetic([free, segment('2')], [used(0, '99999999999999', 10n), used(1, '3')]);
    expect(plan).toMatchObject({ width: 128, netPriceUnits: [0n, 2n] });
  });

  test('accepts a large month with one mistyped row, and refuses a month that really is too large', () => {
    const [most, rows] = [parseDecimal('99999999999999'), 10_000_000n];
    const allOf = (quantity: bigint) => [
      { segment: 0, rows, maxQuantity: most, allQuantities: fromUnits(quantity, 0) },
    ];
    expect(planArithmetic([segment('100')], allOf(10n ** 14n + rows)).width).toBe(128);
    expect(() => planArithmetic([segment('100')], allOf(10n ** 19n))).toThrow(AmountTooLarge);
  });

  test('never overflows: prices, products and sums of accepted usage fit their widths', () => {
    const units = (digits: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n });
    const prices = fc
      .tuple(fc.integer({ min: 1, max: 50 }).chain(units), fc.integer({ min: 0, max: 24 }))
      .map(([price, scale]) => ({ netPrice: fromUnits(price, scale), chargeable: true }));
    const usages = fc
      .tuple(fc.integer({ min: 1, max: 38 }).chain(units), fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.maxSafeNat())
      .map(([quantity, rows, share]) => {
        // From one row with the largest quantity and the others with 0, up to all rows with the largest.
        const all = quantity + (quantity * (rows - 1n) * BigInt(share)) / BigInt(Number.MAX_SAFE_INTEGER);
        return { rows, maxQuantity: fromUnits(quantity, 12), allQuantities: fromUnits(all, 12) };
      });
    const priced = fc.array(fc.tuple(prices, fc.option(usages)), { minLength: 1, maxLength: 6 });
    let taken = 0;
    fc.assert(
      fc.property(priced, (given) => {
        const list = given.map(([price]) => price);
        const usage = given.flatMap(([, each], segment) => (each === null ? [] : [{ ...each, segment }]));
        const plan = planned(list, usage);
        if (plan === undefined) return;
        taken += 1;
        const most = 2n ** BigInt(plan.width - 1) - 1n;
        const column = 10n ** 33n - 1n;
        list.forEach(({ netPrice }, index) => {
          const priceUnits = plan.netPriceUnits[index] ?? -1n;
          expect(priceUnits * powerOfTen(netPrice.scale)).toBe(netPrice.units * powerOfTen(plan.netPriceScale));
          expect(priceUnits <= most).toBe(true);
          const largest = plan.largestQuantities[index] ?? zero;
          expect(largest.units * priceUnits + halfOf(plan.netPriceScale) <= most).toBe(true);
        });
        let sum = 0n;
        for (const { segment, rows, maxQuantity, allQuantities } of usage) {
          expect(compare(plan.largestQuantities[segment] ?? zero, maxQuantity)).toBeGreaterThanOrEqual(0);
          const product = maxQuantity.units * (plan.netPriceUnits[segment] ?? -1n) + halfOf(plan.netPriceScale);
          const amount = product / powerOfTen(plan.netPriceScale);
          expect(amount <= column).toBe(true);
          // Rounding adds at most a half for each row.
          const all = allQuantities.units * (plan.netPriceUnits[segment] ?? -1n);
          sum += (all + rows * halfOf(plan.netPriceScale)) / powerOfTen(plan.netPriceScale);
        }
        expect(sum <= column).toBe(true);
        expect(powerOfTen(plan.netPriceScale) <= most).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});

function planned(...given: Parameters<typeof planArithmetic>) {
  try {
    return planArithmetic(...given);
  } catch (error) {
    if (error instanceof AmountTooLarge) return undefined;
    throw error;
  }
}
