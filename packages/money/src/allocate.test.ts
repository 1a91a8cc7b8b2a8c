import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundToTotal } from './allocate.ts';
import { compare, type Decimal, formatDecimal, fromUnits, negate, parseDecimal, subtract, sum } from './decimal.ts';
import { roundHalfUp } from './rounding.ts';

const decimals = (texts: readonly string[]) => texts.map((text) => parseDecimal(text));
const texts = (parts: readonly Decimal[]) => parts.map((part) => formatDecimal(part));
const magnitude = (decimal: Decimal) => (decimal.units < 0n ? negate(decimal) : decimal);

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

  it('adds up to the total, with each part within one unit and representable parts unchanged', () => {
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

  it('nests: a line that was itself rounded to a total can be the total of its own lines', () => {
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
