import { decimalOf, formatDecimal, fromUnits, sum } from '@usance/money/decimal';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { instant } from '@usance/period/instant';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VoucherPortion } from '../../settlement/pay-hours.ts';
import { lossesAhead } from './losses-ahead.ts';
import { monthsAhead } from './months-ahead.ts';

const now = instant('2026-11-16T06:30:00Z');
const november = rangeOf(parseBillingMonth('2026-11'), 'UTC');
const voucher = (id: string, [start, end]: readonly [string, string], balance: string): VoucherPortion => ({
  id,
  balance,
  window: { start: instant(`2026-${start}:00Z`), end: instant(`2026-${end}:00Z`) },
});
/** 18.00 in the rest of today and 24.00 on each of 40 more days, after usage in hours like `11-02T05`. */
const usage = (used: Record<string, string>) => ({
  months: [
    {
      range: november,
      hours: Object.entries(used).map(([hour, amount]) => ({ hour: instant(`2026-${hour}:00:00Z`), amount })),
    },
  ],
  costs: ['18', ...Array.from({ length: 40 }, () => '24')].map(decimalOf),
  now,
  zone: 'UTC' as const,
});
const lost = (used: Record<string, string>, ...vouchers: readonly VoucherPortion[]) =>
  lossesAhead(usage(used), vouchers).map(({ day, amount }) => [day, Number(amount)]);

describe('what is lost of vouchers', () => {
  it('is what no usage in their windows needs, to the hour', () => {
    // From 7 o'clock on: 17.00 today, 9 × 24.00, and 7.00 to the end.
    expect(lost({}, voucher('a', ['11-16T06:30', '11-26T06:30'], '600'))).toEqual([[10, 360]]);
    // Nothing of a day that it ends before.
    expect(lost({}, voucher('a', ['11-16T06:30', '11-17T00:00'], '600'))).toEqual([[1, 583]]);
    expect(lost({}, voucher('a', ['11-16T06:30', '11-26T06:30'], '240'))).toEqual([]);
  });

  it('is no less for usage from before a voucher begins', () => {
    expect(lost({ '11-02T05': '366' }, voucher('a', ['11-16T06:30', '11-26T06:30'], '600'))).toEqual([[10, 360]]);
  });

  it('is less for usage in its window that is not billed yet', () => {
    expect(lost({ '11-02T05': '366' }, voucher('a', ['11-01T00:00', '11-26T06:30'], '607'))).toEqual([]);
    expect(lost({ '11-02T05': '366' }, voucher('a', ['11-01T00:00', '11-26T06:30'], '608'))).toEqual([[10, 1]]);
  });

  it('is more if an ended voucher pays that usage first, of which nothing more is lost', () => {
    const ended = voucher('a', ['11-01T00:00', '11-10T00:00'], '500');
    const valid = voucher('b', ['11-01T00:00', '11-26T06:30'], '608');
    expect(lost({ '11-02T05': '366' }, ended, valid)).toEqual([[10, 367]]);
  });

  it('is less for the voucher that ends first, which pays first', () => {
    const [first, second] = [
      voucher('a', ['11-16T06:00', '11-18T00:00'], '30'),
      voucher('b', ['11-16T06:00', '11-20T00:00'], '61'),
    ];
    // 42.00 to the 18th, of which 12.00 are left for the other, with 48.00 more to the 20th.
    expect(lost({}, first, second)).toEqual([[4, 1]]);
  });

  it('is reckoned over months that are signed one by one', () => {
    // 18.00 and 14 × 24.00 in November, and 24.00 in December.
    expect(lost({ '11-02T05': '-400' }, voucher('a', ['11-01T00:00', '12-02T00:00'], '100'))).toEqual([[16, 76]]);
  });
});

describe('the months ahead', () => {
  it('have each hour once, in order, and cost what is used and expected', () => {
    const amounts = fc.array(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(amounts, (units) => {
        const costs = units.map((each) => fromUnits(each, 12));
        const months = monthsAhead({ ...usage({ '11-16T05': '1', '11-16T06': '2' }), costs });
        const hours = months.flatMap((month) => month.hours);
        expect(hours.map(({ hour }) => hour)).toEqual(
          [...new Set(hours.map(({ hour }) => hour))].toSorted((a, b) => a - b),
        );
        expect(formatDecimal(sum(months.map(({ asked }) => asked)), 12)).toBe(formatDecimal(sum([...costs, '3']), 12));
        for (const { range, hours: own } of months)
          expect(own.every(({ hour }) => hour >= range.start && hour < range.end)).toBe(true);
      }),
    );
  });
});
