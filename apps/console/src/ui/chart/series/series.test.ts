import { compare, parseDecimal } from '@usance/money/decimal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Series, sumText, topSeries } from './series.ts';

const amount = fc
  .integer({ min: 0, max: 10_000_000 })
  .map((cents) => (BigInt(cents) === 0n ? '0' : `${cents}.00000001`));
const manySeries = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 8 }).map((text) => `product:${text}` as const),
    name: fc.string({ maxLength: 8 }),
    values: fc.array(amount, { minLength: 3, maxLength: 3 }),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
);

describe('the series a chart shows', () => {
  it('add up to the exact total', () => {
    fc.assert(
      fc.property(manySeries, (all) => {
        expect(compareSums(topSeries(all), all)).toBe(0);
      }),
    );
  });

  it('are at most ten and the rest', () => {
    fc.assert(
      fc.property(manySeries, (all) => {
        expect(topSeries(all).length).toBeLessThanOrEqual(11);
      }),
    );
  });

  it('are ordered by size, with the rest last', () => {
    const all = Array.from({ length: 14 }, (_, index) => ({
      id: `product:p${index}` as const,
      name: '',
      values: [`${index + 1}`],
    }));
    const shown = topSeries(all);
    expect(shown.map(({ id }) => id)).toEqual([
      'product:p13',
      'product:p12',
      'product:p11',
      'product:p10',
      'product:p9',
      'product:p8',
      'product:p7',
      'product:p6',
      'product:p5',
      'product:p4',
      'product:…',
    ]);
    expect(shown.at(-1)?.values).toEqual(['10']);
  });
});

function compareSums(left: readonly Series[], right: readonly Series[]): number {
  const total = (series: readonly Series[]) => parseDecimal(sumText(series.flatMap(({ values }) => values)));
  return compare(total(left), total(right));
}
