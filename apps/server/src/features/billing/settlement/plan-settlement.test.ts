import { compare, formatDecimal, fromUnits, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { instant } from '@usance/period/instant';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VoucherPortion } from './pay-hours.ts';
import { planSettlement } from './plan-settlement.ts';

const from = (start: string, end: string, balance: string, id = 'vch-a'): VoucherPortion => ({
  id,
  balance,
  window: { start: instant(`2026-09-${start}T00:00:00Z`), end: instant(`2026-09-${end}T00:00:00Z`) },
});
/** One hour on each of these days of September. */
const onDays = (amounts: Readonly<Record<string, string>>) =>
  Object.entries(amounts).map(([day, amount]) => ({ hour: instant(`2026-09-${day.slice(1)}T00:00:00Z`), amount }));
const taken = (plan: ReturnType<typeof planSettlement>) =>
  plan.payments.map((payment) => [payment.kind === 'voucher' ? payment.id : payment.kind, payment.amount]);

describe('planning what pays a statement', () => {
  it.each([
    { amount: '100', credit: '20', pays: [['credit', '20.00000000']], payable: '80.00000000' },
    { amount: '100', credit: '200', pays: [['credit', '100.00000000']], payable: '0.00000000' },
    { amount: '0', credit: '5', pays: [], payable: '0.00000000' },
    { amount: '-7.50', credit: '5', pays: [], payable: '0.00000000' },
  ])('takes credit of $credit for $amount as far as it goes', ({ amount, credit, pays, payable }) => {
    const plan = planSettlement({ amount, hours: onDays({ d01: amount }), vouchers: [], credit });
    expect(taken(plan)).toEqual(pays);
    expect(plan.payable).toBe(payable);
  });

  it('lets a voucher pay only the hours of its window, and credit the rest', () => {
    const vouchers = [from('10', '20', '50')];
    const hours = onDays({ d09: '30', d10: '40', d20: '30' });
    const plan = planSettlement({ amount: '100', hours, vouchers, credit: '10' });
    expect(taken(plan)).toEqual([
      ['vch-a', '40.00000000'],
      ['credit', '10.00000000'],
    ]);
    expect(plan).toMatchObject({
      voucherDeducted: '40.00000000',
      creditApplied: '10.00000000',
      payable: '50.00000000',
    });
  });

  it('lets each voucher pay its earliest hours first, so that the next finds its own', () => {
    const vouchers = [from('01', '20', '30', 'vch-a'), from('10', '30', '30', 'vch-b')];
    const hours = onDays({ d09: '30', d10: '10', d20: '20' });
    const plan = planSettlement({ amount: '60', hours, vouchers, credit: '0' });
    expect(taken(plan)).toEqual([
      ['vch-a', '30.00000000'],
      ['vch-b', '30.00000000'],
    ]);
  });

  it('never pays more than the amount asked if corrections outweigh other hours', () => {
    const plan = planSettlement({
      amount: '10',
      hours: onDays({ d09: '-90', d10: '100' }),
      vouchers: [from('10', '20', '500')],
      credit: '0',
    });
    expect(plan).toMatchObject({ voucherDeducted: '10.00000000', payable: '0.00000000' });
  });

  it('pays all of a month whose hours are all in windows, even if each is below a cent', () => {
    const vouchers = [from('01', '02', '5', 'vch-a'), from('02', '03', '5', 'vch-b'), from('03', '04', '5', 'vch-c')];
    const hours = onDays({ d01: '0.004', d02: '0.004', d03: '0.004' });
    const plan = planSettlement({ amount: '0.01', hours, vouchers, credit: '0' });
    expect(taken(plan)).toEqual([['vch-b', '0.01000000']]);
    expect(plan.payable).toBe('0.00000000');
  });

  it('adds up: payments and payable equal the amount asked, and no payment exceeds its source', () => {
    const part = fc.bigInt({ min: -5_000_000n, max: 9_000_000n }).map((units) => formatDecimal(fromUnits(units, 4)));
    const day = fc.integer({ min: 1, max: 15 });
    const voucher = fc
      .tuple(day, fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 90_000 }))
      .map(([start, length, cents]) =>
        from(two(start), two(start + length), formatDecimal(fromUnits(BigInt(cents), 2)), `vch-${start}-${length}`),
      );
    const two = (n: number) => String(n).padStart(2, '0');
    const asking = fc.record({
      vouchers: fc.uniqueArray(voucher, { maxLength: 4, selector: ({ id }) => id }),
      amounts: fc.array(part, { minLength: 1, maxLength: 30 }),
      credit: fc.bigInt({ min: 0n, max: 1_000_000n }).map((units) => formatDecimal(fromUnits(units, 2))),
    });
    fc.assert(
      fc.property(asking, ({ vouchers, amounts, credit }) => {
        const amount = formatDecimal(roundHalfUp(sum(amounts), 2));
        const hours = onDays(Object.fromEntries(amounts.map((each, day) => [`d${two(day + 1)}`, each])));
        const plan = planSettlement({ amount, hours, vouchers, credit });
        const asked = compare(amount, '0') < 0 ? '0' : amount;
        expect(compare(sum([...plan.payments.map((payment) => payment.amount), plan.payable]), asked)).toBe(0);
        expect(compare(plan.payable, '0')).toBeGreaterThanOrEqual(0);
        const has = new Map([...vouchers.map(({ id, balance }) => [id, balance] as const), ['credit', credit]]);
        for (const [who, paid] of taken(plan))
          expect(compare(paid ?? '0', has.get(who ?? '') ?? '0')).toBeLessThanOrEqual(0);
      }),
    );
  });
});
