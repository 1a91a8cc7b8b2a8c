import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  formatDecimal,
  fromUnits,
  InvalidDecimal,
  isNegative,
  isZero,
  multiply,
  negate,
  parseDecimal,
  rescale,
  subtract,
  sum,
  zero,
} from './decimal.ts';

const anyScale = fc.integer({ min: 0, max: 20 });
const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), anyScale)
  .map(([u, s]) => fromUnits(u, s));

// The oracle: every value as a whole number of 10^-40, more places than any scale here, even after a product.
const oracle = ({ units, scale }: { units: bigint; scale: number }) => units * 10n ** BigInt(40 - scale);

describe('parseDecimal', () => {
  it.each([
    ['0', 0n, 0],
    ['12.30', 1230n, 2],
    ['-12.30', -1230n, 2],
    ['0.000000000001', 1n, 12],
    ['-0.5', -5n, 1],
    ['0.00', 0n, 2],
    ['007', 7n, 0],
    ['99999999999999999999999999999999999999', 99999999999999999999999999999999999999n, 0],
  ])('reads %j without losing a digit or a place', (text, units, scale) => {
    expect(parseDecimal(text)).toEqual({ units, scale });
  });

  it.each(
    [
      '',
      ' ',
      ' 1',
      '1 ',
      '1\n',
      '+1',
      '--1',
      '-',
      '.',
      '.5',
      '1.',
      '-.5',
      '1.2.3',
      '1e3',
      '1E3',
      '0x10',
      '1,000',
      '1_000',
      '1n',
    ].concat(['-0', '-0.0', '-00.00', 'NaN', 'Infinity', '-Infinity', 'null', '１', '٣', '−1', '1,5', '$1', '1%']),
  )('refuses %j as no plain decimal', (text) => {
    expect(() => parseDecimal(text)).toThrow(InvalidDecimal);
  });

  it.each([
    ['1.123', { maxScale: 2 }, 'too-many-places'],
    ['1.100', { maxScale: 2 }, 'too-many-places'],
    ['1.0', { maxScale: 0 }, 'too-many-places'],
    ['1234.56', { maxDigits: 5 }, 'too-many-digits'],
    ['1'.repeat(77), {}, 'too-many-digits'],
    ['1'.repeat(1_000_000), {}, 'too-many-digits'],
    [`0.${'0'.repeat(77)}`, {}, 'too-many-places'],
  ] as const)('refuses %.12j beyond %j and says why', (text, limits, problem) => {
    expect(() => parseDecimal(text, limits)).toThrow(expect.objectContaining({ name: 'InvalidDecimal', problem }));
  });

  it('accepts a text that just fits its limits', () => {
    expect(parseDecimal('-123.45', { maxScale: 2, maxDigits: 5 })).toEqual({ units: -12345n, scale: 2 });
  });

  it('repeats no more than the start of a hostile text in its message', () => {
    expect(new InvalidDecimal('x'.repeat(10_000), 'syntax').message.length).toBeLessThan(100);
  });
});

describe('formatDecimal', () => {
  it.each([
    ['12.3', undefined, '12.3'],
    ['12.3', 8, '12.30000000'],
    ['12.30', 1, '12.3'],
    ['12.00', 0, '12'],
    ['-0.05', undefined, '-0.05'],
    ['-0.05', 4, '-0.0500'],
    ['0', 2, '0.00'],
  ])('shows %s at %s places as %s', (text, scale, shown) => {
    expect(formatDecimal(parseDecimal(text), scale)).toBe(shown);
  });

  it('throws instead of losing a digit', () => {
    expect(() => formatDecimal(parseDecimal('1.005'), 2)).toThrow(RangeError);
    expect(() => rescale(parseDecimal('-0.1'), 0)).toThrow(RangeError);
  });

  it('returns the text that parseDecimal has read, with the same places', () => {
    fc.assert(
      fc.property(anyDecimal, (decimal) => {
        expect(parseDecimal(formatDecimal(decimal))).toEqual(decimal);
      }),
    );
  });
});

describe('arithmetic agrees with whole numbers', () => {
  it('adds and subtracts exactly', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(oracle(add(a, b))).toBe(oracle(a) + oracle(b));
        expect(oracle(subtract(a, b))).toBe(oracle(a) - oracle(b));
        expect(add(a, b)).toEqual(add(b, a));
      }),
    );
  });

  it('multiplies exactly, and the scales add up', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const product = multiply(a, b);
        expect(product.scale).toBe(a.scale + b.scale);
        expect(oracle(product) * 10n ** 40n).toBe(oracle(a) * oracle(b));
      }),
    );
  });

  it('orders by value, whatever the scale', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const gap = oracle(a) - oracle(b);
        expect(compare(a, b)).toBe(gap === 0n ? 0 : gap < 0n ? -1 : 1);
        expect(compare(a, rescale(a, a.scale + 3))).toBe(0);
      }),
    );
  });

  it('sums in any order to the same value', () => {
    fc.assert(
      fc.property(fc.array(anyDecimal), (decimals) => {
        const total = decimals.reduce((all, decimal) => all + oracle(decimal), 0n);
        expect(oracle(sum(decimals))).toBe(total);
        expect(oracle(sum(decimals.toReversed()))).toBe(total);
      }),
    );
  });

  it('adds 0.1 and 0.2 to 0.3', () => {
    expect(formatDecimal(add(parseDecimal('0.1'), parseDecimal('0.2')))).toBe('0.3');
  });

  it('multiplies quantity, price and discount without a rounding in between', () => {
    // 1.234567890123 × 0.000000000007 × 0.85 = 0.0000000000073456789462318…
    const amount = [parseDecimal('1.234567890123'), parseDecimal('0.000000000007'), parseDecimal('0.85')].reduce(
      multiply,
    );
    expect(formatDecimal(amount)).toBe('0.00000000000734567894623185');
  });

  it('has no negative zero', () => {
    expect(formatDecimal(negate(parseDecimal('0.00')))).toBe('0.00');
    expect(isNegative(negate(zero))).toBe(false);
    expect(isZero(sum([]))).toBe(true);
  });

  it('refuses an invalid scale', () => {
    for (const scale of [-1, 1.5, Number.NaN]) expect(() => fromUnits(1n, scale)).toThrow(RangeError);
  });
});
