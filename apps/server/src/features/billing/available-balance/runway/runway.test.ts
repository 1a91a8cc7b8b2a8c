import { decimalOf, fromUnits, sum } from '@usance/money/decimal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysCovered, longestRunwayDays } from './runway.ts';

const always = (cost: string) => Array.from({ length: longestRunwayDays + 1 }, () => decimalOf(cost));
const cash = (available: string) => ({ available, losses: [] });

describe('daysCovered', () => {
  it.each([
    ['less than today costs', '4.99', 0],
    ['all of today', '5.00', 1],
    ['a little more', '5.01', 1],
    ['nine days and a half', '47.50', 9],
    ['nothing', '0', 0],
    ['less than nothing', '-1', 0],
    ['more than a year', '10000', undefined],
  ])('counts the days of 5.00 that money pays: %s', (_, available, days) => {
    expect(daysCovered(cash(available), always('5'))).toBe(days);
  });

  it('is unlimited without cost', () => {
    expect(daysCovered(cash('0'), always('0'))).toBeUndefined();
  });

  it('does not count what is lost from the day on which it is lost', () => {
    const losses = [
      { day: 3, amount: '30' },
      { day: 3, amount: '10' },
      { day: 12, amount: '1' },
    ];
    // 40.00 of 100.00 are lost before the money ends.
    expect(daysCovered({ available: '100', losses }, always('5'))).toBe(12);
    expect(daysCovered({ available: '101', losses }, always('5'))).toBe(12);
    expect(daysCovered({ available: '54', losses }, always('5'))).toBe(3);
    expect(daysCovered({ available: '39', losses }, always('0'))).toBe(3);
  });

  it('covers the costs of its days, and not of one more', () => {
    const cost = fc.bigInt({ min: 0n, max: 10_000n }).map((units) => fromUnits(units, 2));
    fc.assert(
      fc.property(
        fc.array(cost, { minLength: 1, maxLength: 60 }),
        fc.bigInt({ min: 0n, max: 200_000n }),
        (costs, has) => {
          const days = daysCovered({ available: fromUnits(has, 2), losses: [] }, costs);
          const spent = (count: number) => sum(costs.slice(0, count)).units;
          if (days === undefined) expect(spent(longestRunwayDays)).toBeLessThanOrEqual(has);
          else {
            expect(spent(days)).toBeLessThanOrEqual(has);
            expect(spent(days + 1)).toBeGreaterThan(has);
          }
        },
      ),
    );
  });
});
