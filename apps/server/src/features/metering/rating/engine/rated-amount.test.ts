import { parseDecimal } from '@usance/money/decimal';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { openTestClickHouse } from '#testing/test-clickhouse.ts';
import { AmountTooLarge } from './arithmetic.ts';
import { amountsOf, first, type MeteredRow, metered, second, segmentsOf } from './rate-window.fixture.ts';
import { rateWindow } from './rate-window.ts';

let ch: ClickHouse;
beforeAll(async () => {
  ch = await openTestClickHouse();
});
afterAll(() => ch.close());

const meter = (rows: readonly MeteredRow[]) => metered(ch, rows);
const amounts = (contractId: string) => amountsOf(ch, contractId);

/** An independent oracle: whole numbers from text and long division, sharing no code with the engine. */
function rateRowReference(quantity: string, unitPrice: string, rate: string): string {
  if (quantity.startsWith('-')) {
    const mirror = rateRowReference(quantity.slice(1), unitPrice, rate);
    return mirror === '0' ? '0' : `-${mirror}`;
  }
  const whole = (text: string, places: number) => {
    const [integer = '', fraction = ''] = text.split('.');
    return BigInt(integer + fraction.padEnd(places, '0'));
  };
  const product = whole(quantity, 12) * whole(unitPrice, 12) * whole(rate, 6);
  const divisor = 10n ** 18n;
  const remainder = product % divisor;
  const units = product / divisor + (remainder * 2n >= divisor ? 1n : 0n);
  const digits = units.toString().padStart(13, '0');
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '');
}

const decimalBelow = (integers: bigint, places: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: integers - 1n }), fc.bigInt({ min: 0n, max: 10n ** BigInt(places) - 1n }))
    .map(([integer, fraction]) => `${integer}.${fraction.toString().padStart(places, '0')}`);
const eitherWay = (quantities: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.boolean(), quantities)
    .map(([isCorrection, quantity]) => (isCorrection && /[1-9]/.test(quantity) ? `-${quantity}` : quantity));
const rates = fc.bigInt({ min: 1n, max: 10n ** 6n }).map((units) => {
  const digits = units.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
});

describe('the amount of a rated row', () => {
  test.each([
    { width: 128 as const, quantities: eitherWay(decimalBelow(10n ** 4n, 12)), prices: decimalBelow(10n, 12) },
    { width: 256 as const, quantities: eitherWay(decimalBelow(10n ** 12n, 12)), prices: decimalBelow(10n ** 6n, 12) },
  ])(
    'equals an independent exact computation to the last place, on $width bits',
    async ({ width, quantities, prices }) => {
      const usage = fc.array(fc.tuple(quantities, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 60 });
      const list = fc.array(prices, { minLength: 5, maxLength: 5 });
      const widths = new Set<number | undefined>();
      await fc.assert(
        fc.asyncProperty(usage, list, rates, async (rows, unitPrices, rate) => {
          const segments = segmentsOf(
            unitPrices.map((unitPrice) => [{ unitPrice }]),
            rate,
          );
          const { contractId, days } = await meter(rows.map(([quantity, skuNo]) => ({ quantity, skuNo })));
          widths.add((await rateWindow(ch, { contractId, days, segments })).width);
          const expected = rows.map(([quantity, skuNo]) =>
            rateRowReference(quantity, unitPrices[skuNo - 1] ?? '', rate),
          );
          expect(await amounts(contractId)).toEqual(expected);
        }),
        { numRuns: 25 },
      );
      expect(widths).toContain(width);
    },
  );

  test.each([
    ['0.000000000001', '0.5', '1', '0.000000000001'],
    ['0.000000000001', '0.499999999999', '1', '0'],
    ['1', '0.000000000001', '0.5', '0.000000000001'],
    ['1', '0.000000000001', '0.499999', '0'],
    ['3', '0.333333333333', '0.85', '0.849999999999'],
    ['0', '5', '1', '0'],
    ['12.5', '0', '1', '0'],
    ['-0.000000000001', '0.5', '1', '-0.000000000001'],
    ['-0.000000000001', '0.499999999999', '1', '0'],
    ['999999999999.999999999999', '1', '1', '999999999999.999999999999'],
  ])('%s × %s × %s is %s', async (quantity, unitPrice, rate, amount) => {
    const { contractId, days } = await meter([{ quantity }]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice }]], rate) });
    expect(await amounts(contractId)).toEqual([amount]);
    expect(rateRowReference(quantity, unitPrice, rate)).toBe(amount);
  });

  test('is 0 for a row or SKU that is not charged, and the row is still listed', async () => {
    const { contractId, days } = await meter([
      { quantity: '1', chargeable: 0 },
      { quantity: '1', skuNo: 2 },
      { quantity: '1' },
    ]);
    const segments = segmentsOf([[{ unitPrice: '2' }], [{ unitPrice: '3' }]], '1', { uncharged: [2] });
    await rateWindow(ch, { contractId, days, segments });
    expect(await amounts(contractId)).toEqual(['0', '0', '2']);
  });

  test('is exact if one SKU is expensive and another is used a lot', async () => {
    const { contractId, days } = await meter([
      { quantity: '99999999999999.5' },
      { quantity: '-0.000000000003', skuNo: 2 },
      { quantity: '0', skuNo: 3 },
    ]);
    const unitPrices = ['0.000000000001', '99999999999999.999999999999', '99999999999999999999999999'];
    const segments = segmentsOf(
      unitPrices.map((unitPrice) => [{ unitPrice }]),
      '0.999999',
    );
    await rateWindow(ch, { contractId, days, segments });
    expect(await amounts(contractId)).toEqual(['99.9999', '-299.9997', '0']);
  });

  test('is accepted if a SKU is expensive only in hours with little usage', async () => {
    const dear = { unitPrice: '99999999999999', from: second };
    const { contractId, days } = await meter([
      { quantity: '99999999999999' },
      { quantity: '-2', startAt: second },
      { quantity: '3', startAt: first, billAt: second },
    ]);
    await rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '0.5', to: second }, dear]]) });
    expect(await amounts(contractId)).toEqual(['49999999999999.5', '-199999999999998', '1.5']);
  });

  test('is 0 for usage that is not charged, whatever it would cost, in tiers too', async () => {
    const most = '99999999999999';
    const tiers = [{ from: first, to: null, tiers: [{ from: parseDecimal('0'), rate: parseDecimal('0.5') }] }];
    for (const more of [{}, { tiers }]) {
      const { contractId, days } = await meter([
        ...Array.from({ length: 20 }, () => ({ quantity: most })),
        { quantity: most, skuNo: 2, chargeable: 0 },
        { quantity: '1', skuNo: 2 },
      ]);
      const dear = [{ unitPrice: '99999999999999' }];
      const segments = segmentsOf([dear, dear], '1', { uncharged: [1], ...more });
      const carried = 'tiers' in more ? { carriedIn: parseDecimal('0') } : {};
      await rateWindow(ch, { contractId, days, segments, ...carried });
      const charged = 'tiers' in more ? '49999999999999.5' : '99999999999999';
      expect((await amounts(contractId)).filter((amount) => amount !== '0')).toEqual([charged]);
    }
  });

  test('that is too large for its column, or for the sum of its run, is refused and nothing is written', async () => {
    const { contractId, days } = await meter(Array.from({ length: 20 }, () => ({ quantity: '99999999999999' })));
    const run = rateWindow(ch, { contractId, days, segments: segmentsOf([[{ unitPrice: '99999999999' }]]) });
    await expect(run).rejects.toThrow(AmountTooLarge);
    expect(await amounts(contractId)).toEqual([]);
  });
});
