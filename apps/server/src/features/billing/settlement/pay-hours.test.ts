import {
  add,
  compare,
  type Decimal,
  formatDecimal,
  fromUnits,
  isNegative,
  negate,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { instant, plusHours } from '@usance/period/instant';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChargedHour, payHours, roundToCents, type VoucherPortion } from './pay-hours.ts';

const begin = instant('2026-09-01T00:00:00Z');
const at = (hour: number) => plusHours(begin, hour);

const hoursOf = (amounts: readonly string[]): ChargedHour[] =>
  amounts.map((amount, hour) => ({ hour: at(hour), amount }));
const voucher = (id: string, [start, end]: readonly [number, number], balance: string): VoucherPortion => ({
  id,
  balance,
  window: { start: at(start), end: at(end) },
});
const inOrder = (vouchers: readonly VoucherPortion[]) =>
  vouchers.toSorted(({ window: a }, { window: b }) => a.end - b.end || a.start - b.start);

/** The amount asked for a month, and what its vouchers pay. */
function planned(hours: readonly ChargedHour[], vouchers: readonly VoucherPortion[]) {
  const net = sum(hours.map(({ amount }) => amount));
  const asked = isNegative(net) ? zero : net;
  const paid = payHours({ hours, vouchers: inOrder(vouchers), asked });
  return { paid, payable: subtract(asked, sum([...paid.values()])) };
}
const netIn = (hours: readonly ChargedHour[], { window }: VoucherPortion) =>
  sum(hours.flatMap(({ hour, amount }) => (hour >= window.start && hour < window.end ? [amount] : [])));
const magnitude = (value: Decimal) => (isNegative(value) ? negate(value) : value);

/** Small numbers, so that windows overlap, corrections outweigh hours, and balances run out. */
const amount = (min: number) =>
  fc.integer({ min, max: 10_000 }).map((units) => formatDecimal(fromUnits(BigInt(units), 2)));
const month = (min: number) => fc.array(amount(min), { minLength: 1, maxLength: 14 }).map(hoursOf);
const portion = fc
  .record({
    start: fc.nat({ max: 12 }),
    length: fc.integer({ min: 1, max: 12 }),
    balance: amount(1),
    id: fc.uuid(),
  })
  .map(({ id, start, length, balance }) => voucher(id, [start, start + length], balance));
const portions = (maxLength: number) => fc.array(portion, { maxLength });
/** A nearly worthless voucher that splits the month. */
const cut = portion.map((each) => ({ ...each, id: 'cut', balance: '0.00000001' }));

describe('the part of a month that vouchers pay', () => {
  it('is reduced by corrections made after another voucher begins', () => {
    // 100 before the voucher and 100 after it; 60 are corrected in an hour after another one begins.
    const hours = hoursOf(['100', '0', '100', '0', '-60']);
    const large = voucher('large', [1, 200], '1000');
    expect(planned(hours, [large]).payable).toEqual(fromUnits(100n * 10n ** 12n, 12));
    expect(planned(hours, [large, voucher('cent', [3, 300], '0.01')]).payable).toEqual(
      fromUnits(100n * 10n ** 12n, 12),
    );
  });

  it('leaves an earlier hour to another voucher if a correction cancels a later one', () => {
    const hours = hoursOf(['50', '100', '-100']);
    const { paid } = planned(hours, [voucher('both', [0, 3], '500'), voucher('second', [1, 4], '500')]);
    expect([...paid]).toEqual([['both', fromUnits(50n * 10n ** 12n, 12)]]);
  });

  it('is at most each balance and the net of each window, and in total at most the amount asked', () => {
    fc.assert(
      fc.property(month(-10_000), portions(5), (hours, vouchers) => {
        const { paid, payable } = planned(hours, vouchers);
        for (const each of vouchers) {
          const pays = paid.get(each.id) ?? zero;
          expect(compare(pays, each.balance)).toBeLessThanOrEqual(0);
          const net = netIn(hours, each);
          expect(compare(pays, isNegative(net) ? zero : net)).toBeLessThanOrEqual(0);
        }
        expect(isNegative(payable)).toBe(false);
      }),
    );
  });

  it('is, for a single voucher, the net of its window up to its balance and the amount asked, with any corrections', () => {
    fc.assert(
      fc.property(month(-10_000), portion, (hours, only) => {
        const net = netIn(hours, only);
        const asked = sum(hours.map((hour) => hour.amount));
        const most = [only.balance, net, asked].map((each) => add(each, zero)).toSorted(compare)[0] ?? zero;
        const pays = planned(hours, [only]).paid.get(only.id) ?? zero;
        expect(compare(pays, isNegative(most) ? zero : most)).toBe(0);
      }),
    );
  });

  it('changes with another voucher by at most its value, if no hour is corrected below zero', () => {
    fc.assert(
      fc.property(month(0), portions(5), portion, (hours, vouchers, another) => {
        const saved = subtract(
          planned(hours, vouchers).payable,
          planned(hours, [...vouchers, { ...another, id: 'another' }]).payable,
        );
        expect(isNegative(saved)).toBe(false);
        expect(compare(saved, another.balance)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('changes with a splitting voucher by at most its value, with any corrections', () => {
    fc.assert(
      fc.property(month(-10_000), portions(2), cut, (hours, vouchers, cutting) => {
        const [without, beside] = [planned(hours, vouchers), planned(hours, [...vouchers, cutting])];
        expect(compare(magnitude(subtract(without.payable, beside.payable)), cutting.balance)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('hours in whole cents', () => {
  it('add up to the rounded month, and each stretch is within a cent of its exact sum', () => {
    const fraction = fc
      .bigInt({ min: -9_000_000n, max: 9_000_000n })
      .map((units) => formatDecimal(fromUnits(units, 6)));
    const stretch = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }));
    fc.assert(
      fc.property(fc.array(fraction, { maxLength: 20 }), stretch, (amounts, [from, to]) => {
        const shown = roundToCents(hoursOf(amounts)).map((each) => each.amount);
        expect(compare(sum(shown), roundHalfUp(sum(amounts), 2))).toBe(0);
        for (const each of shown) expect(compare(each, roundHalfUp(each, 2))).toBe(0);
        const gap = subtract(sum(shown.slice(from, to)), sum(amounts.slice(from, to)));
        expect(compare(magnitude(gap), '0.01')).toBeLessThanOrEqual(0);
      }),
    );
  });
});
