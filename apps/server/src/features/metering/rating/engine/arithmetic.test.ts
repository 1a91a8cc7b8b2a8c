import { compare, formatDecimal, fromUnits, parseDecimal, powerOfTen, zero } from '@usance/money/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AmountTooLarge, halfOf, planArithmetic } from './arithmetic.ts';

const segment = (skuNo: number, price: string) => ({ skuNo, netPrice: parseDecimal(price) });
const used = (skuNo: number, quantity: string, rows = 1n) => ({ skuNo, rows, maxQuantity: parseDecimal(quantity) });

describe('the arithmetic of a run', () => {
  test.each<[string, ReturnType<typeof segment>[], ReturnType<typeof used>[], 128 | 256]>([
    ['nothing', [], [], 128],
    [
      'a cheap SKU of which much is used beside a dear one',
      [segment(1, '0.0001'), segment(2, '99999999999999')],
      [used(1, '99999999999999'), used(2, '1')],
      128,
    ],
    ['a dear SKU of which much is used', [segment(1, '99999999999.9999')], [used(1, '99999999999999')], 256],
    ['a SKU that becomes dear', [segment(1, '1'), segment(1, '99999999999.9999')], [used(1, '99999999999999')], 256],
    [
      'a price that does not fit by itself, of which nothing is used',
      [segment(1, `${10n ** 25n}.000000000000000001`)],
      [used(1, '0')],
      256,
    ],
    [
      'quantities of both signs at the edge of their column',
      [segment(1, '1')],
      [used(1, '99999999999999999999999999')],
      128,
    ],
  ])('suits %s', (_, segments, usage, width) => {
    expect(planArithmetic(segments, usage).width).toBe(width);
  });

  test.each<[string, ReturnType<typeof segment>[], ReturnType<typeof used>[]]>([
    ['one row', [segment(1, '10')], [used(1, '99999999999999999999999999')]],
    ['many rows', [segment(1, '1')], [used(1, '1000000000000000000000', 100_000n)]],
    ['SKUs together', [segment(1, '6'), segment(2, '6')], [used(1, `${10n ** 25n}`), used(2, `${10n ** 25n}`)]],
  ])('refuses what does not fit a sum: %s', (_, segments, usage) => {
    expect(() => planArithmetic(segments, usage)).toThrow(AmountTooLarge);
  });

  test('takes a month that fits, however dear one SKU and however much there is of another', () => {
    const plan = planArithmetic(
      [segment(1, '0.000000000001'), segment(2, '99999999999999')],
      [used(1, '99999999999999', 1_000_000n), used(2, '0.001', 10n)],
    );
    expect(plan.largestQuantities.map((quantity) => formatDecimal(quantity))).toEqual(['99999999999999', '0.001']);
  });

  test('never overflows: prices, products and sums of what it takes fit their widths', () => {
    const units = (digits: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) - 1n });
    const skuNos = fc.integer({ min: 1, max: 3 });
    const prices = fc
      .tuple(skuNos, fc.integer({ min: 1, max: 50 }).chain(units), fc.integer({ min: 0, max: 24 }))
      .map(([skuNo, price, scale]) => ({ skuNo, netPrice: fromUnits(price, scale) }));
    const usages = fc
      .tuple(fc.integer({ min: 1, max: 38 }).chain(units), fc.bigInt({ min: 1n, max: 10n ** 9n }))
      .map(([quantity, rows]) => ({ rows, maxQuantity: fromUnits(quantity, 12) }));
    let taken = 0;
    fc.assert(
      fc.property(fc.array(prices, { minLength: 1, maxLength: 6 }), fc.tuple(usages, usages, usages), (list, given) => {
        const usage = given.map((each, index) => ({ ...each, skuNo: index + 1 }));
        const plan = planned(list, usage);
        if (plan === undefined) return;
        taken += 1;
        const most = 2n ** BigInt(plan.width - 1) - 1n;
        const column = 10n ** 38n - 1n;
        let sum = 0n;
        for (const { skuNo, rows, maxQuantity } of usage) {
          let dearest = 0n;
          list.forEach((price, index) => {
            const netPrice = plan.netPriceUnits[index] ?? -1n;
            expect(netPrice * powerOfTen(price.netPrice.scale)).toBe(
              price.netPrice.units * powerOfTen(plan.netPriceScale),
            );
            expect(netPrice <= most).toBe(true);
            if (price.skuNo !== skuNo) return;
            const largest = plan.largestQuantities[index] ?? zero;
            expect(compare(largest, maxQuantity)).toBeGreaterThanOrEqual(0);
            expect(largest.units * netPrice + halfOf(plan.netPriceScale) <= most).toBe(true);
            const product = maxQuantity.units * netPrice + halfOf(plan.netPriceScale);
            const amount = product / powerOfTen(plan.netPriceScale);
            expect(amount <= column).toBe(true);
            if (amount > dearest) dearest = amount;
          });
          sum += dearest * rows;
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
