import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, compare, formatDecimal, fromUnits, isNegative, negate, parseDecimal, subtract } from './decimal.ts';
import { roundHalfUp } from './rounding.ts';

const anyScale = fc.integer({ min: 0, max: 20 });
const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), anyScale)
  .map(([u, s]) => fromUnits(u, s));

describe('named rounding', () => {
  it.each([
    ['1.005', 2, '1.01'],
    ['1.0049999', 2, '1.00'],
    ['-1.005', 2, '-1.01'],
    ['-1.0049999', 2, '-1.00'],
    ['2.5', 0, '3'],
    ['3.5', 0, '4'],
    ['-2.5', 0, '-3'],
    ['0.4', 0, '0'],
    ['-0.4', 0, '0'],
    ['9.995', 2, '10.00'],
    ['7', 2, '7.00'],
  ])('takes %s to %i places: half-up %s', (text, scale, halfUp) => {
    expect(formatDecimal(roundHalfUp(parseDecimal(text), scale))).toBe(halfUp);
  });

  it('half-up gives the nearest neighbour, and the one away from zero in a tie', () => {
    fc.assert(
      fc.property(anyDecimal, anyScale, (exact, scale) => {
        const rounded = roundHalfUp(exact, scale);
        const magnitude = isNegative(exact) ? negate(exact) : exact;
        const gap = subtract(isNegative(rounded) ? negate(rounded) : rounded, magnitude);
        const half = fromUnits(5n, scale + 1);
        expect(rounded.scale).toBe(scale);
        expect(compare(gap, half)).toBeLessThanOrEqual(0);
        expect(compare(gap, negate(half))).toBe(1);
      }),
    );
  });

  it('half-up of a credit mirrors its charge, and rounding twice to the same place changes nothing', () => {
    fc.assert(
      fc.property(anyDecimal, anyScale, (exact, scale) => {
        const rounded = roundHalfUp(exact, scale);
        expect(roundHalfUp(negate(exact), scale)).toEqual(negate(rounded));
        expect(roundHalfUp(rounded, scale)).toEqual(rounded);
      }),
    );
  });

  it('half-up commutes with adding whole units of the target scale to a charge', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), fc.bigInt(0n, 10n ** 10n), anyScale, (units, whole, scale) => {
        const exact = fromUnits(units, scale + 3);
        const step = fromUnits(whole, scale);
        expect(roundHalfUp(add(exact, step), scale)).toEqual(add(roundHalfUp(exact, scale), step));
      }),
    );
  });
});
