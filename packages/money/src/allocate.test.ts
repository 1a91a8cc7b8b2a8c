import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocateLargestRemainder, roundToTotal } from './allocate.ts';
import {
  compare,
  type Decimal,
  formatDecimal,
  fromUnits,
  isZero,
  multiply,
  negate,
  parseDecimal,
  subtract,
  sum,
} from './decimal.ts';
import { roundHalfUp } from './rounding.ts';

const decimals = (texts: readonly string[]) => texts.map((text) => parseDecimal(text));
const texts = (parts: readonly Decimal[]) => parts.map((part) => formatDecimal(part));
const magnitude = (decimal: Decimal) => (decimal.units < 0n ? negate(decimal) : decimal);

describe('allocateLargestRemainder', () => {
  it.each([
    ['10.00', ['1', '1', '1'], ['3.34', '3.33', '3.33']],
    ['-10.00', ['1', '1', '1'], ['-3.34', '-3.33', '-3.33']],
    ['0.05', ['3', '7'], ['0.02', '0.03']], // 0.015 and 0.035 tie: the earlier gets the spare cent
    ['100', ['50.5', '25.25', '24.25'], ['51', '25', '24']],
    ['0.01', ['0', '1', '1'], ['0.00', '0.01', '0.00']],
    ['1.00', ['0.1', '0.20', '0.700'], ['0.10', '0.20', '0.70']],
    ['0.00', ['1', '2'], ['0.00', '0.00']],
    ['0.00', ['0', '0'], ['0.00', '0.00']],
    ['0.00', [], []],
  ])('splits %s by %j into %j', (total, weights, parts) => {
    expect(texts(allocateLargestRemainder(parseDecimal(total), decimals(weights)))).toEqual(parts);
  });

  it.each([
    ['1.00', []],
    ['1.00', ['0', '0']],
    ['1.00', ['2', '-1']],
  ])('refuses to split %s by %j', (total, weights) => {
    expect(() => allocateLargestRemainder(parseDecimal(total), decimals(weights))).toThrow(RangeError);
  });

  it('loses nothing, and each part is within one unit of its exact share', () => {
    const anyWeight = fc
      .tuple(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 0, max: 12 }))
      .map(([u, s]) => fromUnits(u, s));
    const anyWeights = fc.array(anyWeight, { minLength: 1, maxLength: 30 }).filter((weights) => !isZero(sum(weights)));
    const anyTotal = fc.tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(anyTotal, anyWeights, ([units, scale], weights) => {
        const total = fromUnits(units, scale);
        const parts = allocateLargestRemainder(total, weights);
        expect(sum(parts).units).toBe(units);
        const whole = sum(weights);
        parts.forEach((part, index) => {
          // |part − total × weight ÷ whole| < unit, without the division
          const gap = subtract(multiply(part, whole), multiply(total, weights[index] ?? whole));
          expect(compare(magnitude(gap), multiply(fromUnits(1n, scale), whole))).toBe(-1);
        });
      }),
    );
  });
});

describe('roundToTotal', () => {
  it.each([
    [['0.333', '0.333', '0.334'], '1.00', ['0.33', '0.33', '0.34']],
    [['0.005', '0.005'], '0.01', ['0.01', '0.00']],
    [['-0.005', '-0.005'], '-0.01', ['-0.01', '0.00']],
    [['0.004', '0.004', '0.004'], '0.01', ['0.01', '0.00', '0.00']],
    [['10.006', '-0.004', '0'], '10.00', ['10.01', '-0.01', '0.00']],
    [['5', '-5.001'], '0.00', ['5.00', '-5.00']],
    [['1.5', '0', '2'], '3.50', ['1.50', '0.00', '2.00']],
    [['0.004'], '0.01', ['0.01']], // a line that another rounding has already pushed up
    [[], '0', []],
  ])('shows %j under a total of %s as %j', (parts, total, shown) => {
    expect(texts(roundToTotal(decimals(parts), parseDecimal(total), 2))).toEqual(shown);
  });

  it.each([
    [['0.333', '0.333'], '0.68'],
    [['1.00'], '1.01'],
    [['0.004', '0.004', '0.004'], '0.03'],
    [['1.005'], '1.005'],
    [[], '0.01'],
  ])('refuses %j under a total of %s, which is not their rounded sum', (parts, total) => {
    expect(() => roundToTotal(decimals(parts), parseDecimal(total), 2)).toThrow(RangeError);
  });

  const anyPart = fc
    .tuple(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.integer({ min: 0, max: 12 }))
    .map(([u, s]) => fromUnits(u, s));
  const anyParts = fc.array(anyPart, { maxLength: 30 });

  it('adds up to the total, each part within one unit of itself and representable parts untouched', () => {
    fc.assert(
      fc.property(anyParts, fc.integer({ min: 0, max: 4 }), (parts, scale) => {
        const total = roundHalfUp(sum(parts), scale);
        const shown = roundToTotal(parts, total, scale);
        expect(sum(shown).units).toBe(total.units);
        shown.forEach((part, index) => {
          const exact = parts[index] ?? part;
          expect(part.scale).toBe(scale);
          expect(compare(magnitude(subtract(part, exact)), fromUnits(1n, scale))).toBe(-1);
        });
      }),
    );
  });

  it('nests: the lines of a line that was itself rounded to a total can be rounded to it in turn', () => {
    fc.assert(
      fc.property(fc.array(anyParts, { maxLength: 8 }), (groups) => {
        const exact = groups.map((group) => sum(group));
        const shown = roundToTotal(exact, roundHalfUp(sum(exact), 2), 2);
        shown.forEach((line, index) => {
          expect(sum(roundToTotal(groups[index] ?? [], line, 2)).units).toBe(line.units);
        });
      }),
    );
  });
});
