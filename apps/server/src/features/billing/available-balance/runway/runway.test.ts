import { type Decimal, decimalOf, fromUnits, sum } from '@usance/money/decimal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysCovered, longestRunwayDays } from './runway.ts';

function* always(cost: string): Generator<Decimal, undefined> {
  while (true) yield decimalOf(cost);
}
function* eachOf(costs: readonly Decimal[]): Generator<Decimal, undefined> {
  yield* costs;
}
const cash = (available: string) => ({ available, unbilled: '0', vouchers: [] });

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

  it('does not count what is left of a voucher at its end', () => {
    // 100.00, of which a voucher of 60.00 ends in 3 days: it pays 4 × 5.00, so 40.00 are lost, and 40.00 are left.
    const vouchers = [{ balance: '60', endsIn: 3 }];
    expect(daysCovered({ available: '100', unbilled: '0', vouchers }, always('5'))).toBe(12);
    // It pays 15.00 of unbilled usage, too.
    expect(daysCovered({ available: '85', unbilled: '15', vouchers }, always('5'))).toBe(12);
  });

  it('has the voucher that ends first pay first', () => {
    const vouchers = [
      { balance: '10', endsIn: 1 },
      { balance: '10', endsIn: 3 },
    ];
    // 4 × 5.00 use both up; nothing is lost.
    expect(daysCovered({ available: '30', unbilled: '0', vouchers }, always('5'))).toBe(6);
  });

  it('covers the costs of its days, and not of one more', () => {
    const cost = fc.bigInt({ min: 0n, max: 10_000n }).map((units) => fromUnits(units, 2));
    fc.assert(
      fc.property(
        fc.array(cost, { minLength: 1, maxLength: 60 }),
        fc.bigInt({ min: 0n, max: 200_000n }),
        (costs, has) => {
          const days = daysCovered({ available: fromUnits(has, 2), unbilled: '0', vouchers: [] }, eachOf(costs));
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
