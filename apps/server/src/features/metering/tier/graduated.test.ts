import { add, formatDecimal, isNegative, multiply, negate, parseDecimal, sum } from '@usance/money/decimal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertTiers, type Slice, slicesOf, type Tier } from './graduated.ts';

const tiersOf = (...tiers: readonly [from: string, rate: string][]): Tier[] =>
  tiers.map(([from, rate]) => ({ from: parseDecimal(from), rate: parseDecimal(rate) }));
/** The first 100 at 1, up to 250 at 0.9, the rest at 0.8. */
const usual = tiersOf(['0', '1'], ['100', '0.9'], ['250', '0.8']);

const sliced = (quantity: string, price: string, before: string, tiers = usual) =>
  slicesOf({ quantity: parseDecimal(quantity), price: parseDecimal(price), before: parseDecimal(before) }, tiers);
const plain = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
const told = (slices: readonly Slice[]) =>
  slices.map(({ tier, quantity, amount }) =>
    [tier, plain(formatDecimal(quantity)), plain(formatDecimal(amount))].join(' '),
  );

describe('the slices of a usage record', () => {
  it.each([
    ['all of it in the first tier', '10', '2', '0', ['0 10 20']],
    // 100 − 90 = 10 is 5 units at 1; the other 5 are 10 × 0.9.
    ['across a bound', '10', '2', '90', ['0 5 10', '1 5 9']],
    // 10, 150 and 40 of the amount: 10 × 1, 150 × 0.9 = 135, 40 × 0.8 = 32.
    ['across two', '100', '2', '90', ['0 5 10', '1 75 135', '2 20 32']],
    ['up to a bound is below it', '5', '2', '90', ['0 5 10']],
    ['from a bound on is above it', '5', '2', '100', ['1 5 9']],
    // Back from 110 to 90: 10 were charged at 0.9, and 10 at 1.
    ['a correction goes back', '-10', '2', '110', ['1 -5 -9', '0 -5 -10']],
    ['a correction from a bound takes from below it', '-5', '2', '100', ['0 -5 -10']],
    ['a correction down to a bound stays above it', '-5', '2', '110', ['1 -5 -9']],
    ['below 0 is the first tier', '-10', '2', '-5', ['0 -10 -20']],
    ['from below 0 across two bounds', '150', '2', '-20', ['0 60 120', '1 75 135', '2 15 24']],
    ['nothing is one slice at the tier of now', '0', '2', '250', ['2 0 0']],
    ['free usage is one slice at the current tier', '7', '0', '100', ['1 7 0']],
    ['so is a correction of free usage', '-7', '0', '100', ['1 -7 0']],
    // 10 ÷ 3 is 3.333333333333 and a remainder, so the next unit crosses the bound: × 3 × 0.9 = 1.8000000000009.
    [
      'the unit across a bound belongs above it',
      '4',
      '3',
      '90',
      ['0 3.333333333333 9.999999999999', '1 0.666666666667 1.800000000001'],
    ],
    // The same in reverse, to the last place.
    ['and back again', '-4', '3', '102', ['1 -0.666666666667 -1.800000000001', '0 -3.333333333333 -9.999999999999']],
    // One unit of the last place costs 1, so the bound lies in the first one.
    ['a single unit is not cut', '0.000000000001', '1000000000000', '99.5', ['1 0.000000000001 0.9']],
  ])('%s', (_, quantity, price, before, slices) => {
    expect(told(sliced(quantity, price, before))).toEqual(slices);
  });

  it('a single tier leaves one row', () => {
    // 0.333333333333 × 0.7 = 0.2333333333331 → half up at the 12th place.
    expect(told(sliced('0.333333333333', '1', '5', tiersOf(['0', '0.7'])))).toEqual([
      '0 0.333333333333 0.233333333333',
    ]);
  });
});

const units = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const decimals = fc.tuple(units, fc.integer({ min: 0, max: 12 })).map(([value, places]) => {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return parseDecimal(value < 0n ? `-${text}` : text);
});
const positive = decimals.map((value) => (isNegative(value) ? negate(value) : value));
const ladders = fc
  .uniqueArray(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 6 })
  .chain((bounds) =>
    fc.tuple(
      fc.constant(bounds),
      fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: bounds.length + 1, maxLength: bounds.length + 1 }),
    ),
  )
  .map(([bounds, rates]) => {
    const starts = [0n, ...bounds.toSorted((a, b) => (a < b ? -1 : 1))];
    return tiersOf(
      ...starts.map(
        (from, at) =>
          [String(from), (rates[at] ?? 1) === 1_000_000 ? '1' : `0.${String(rates[at]).padStart(6, '0')}`] as [
            string,
            string,
          ],
      ),
    );
  });

describe('slices of any usage', () => {
  it('add up to the quantity, none of them empty unless it is the only one', () => {
    fc.assert(
      fc.property(decimals, positive, decimals, ladders, (quantity, price, before, tiers) => {
        const slices = slicesOf({ quantity, price, before }, tiers);
        expect(formatDecimal(sum(slices.map((slice) => slice.quantity)), 12)).toBe(formatDecimal(quantity, 12));
        if (slices.length > 1) expect(slices.filter((slice) => slice.quantity.units === 0n)).toEqual([]);
      }),
    );
  });

  it('of a usage record and of its correction cancel out', () => {
    fc.assert(
      fc.property(decimals, positive, decimals, ladders, (quantity, price, before, tiers) => {
        fc.pre(quantity.units !== 0n && price.units !== 0n);
        const after = add(before, multiply(price, quantity));
        const there = slicesOf({ quantity, price, before }, tiers);
        const back = slicesOf({ quantity: negate(quantity), price, before: after }, tiers);
        const opposite = there.toReversed().map(({ tier, ...slice }) => ({
          tier,
          quantity: negate(slice.quantity),
          amount: negate(slice.amount),
        }));
        expect(told(back)).toEqual(told(opposite));
      }),
    );
  });
});

describe('tiers', () => {
  it.each([
    ['none', []],
    ['that begin above 0', tiersOf(['1', '1'])],
    ['out of order', tiersOf(['0', '1'], ['100', '0.9'], ['100.0', '0.8'])],
    ['with a rate of 0', tiersOf(['0', '0'])],
    ['with a rate above 1', tiersOf(['0', '1.01'])],
  ])('%s are refused', (_, tiers) => {
    expect(() => assertTiers(tiers)).toThrow(RangeError);
  });
});
