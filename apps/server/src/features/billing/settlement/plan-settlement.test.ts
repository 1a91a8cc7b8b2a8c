import { compare, formatDecimal, fromUnits, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { instant } from '@usance/period/instant';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsOf, planSettlement, type VoucherPortion } from './plan-settlement.ts';

const from = (start: string, end: string, balance: string, id = 'vch-a'): VoucherPortion => ({
  id,
  balance,
  window: { start: instant(`2026-09-${start}T00:00:00Z`), end: instant(`2026-09-${end}T00:00:00Z`) },
});
const taken = (plan: ReturnType<typeof planSettlement>) =>
  plan.payments.map((payment) => [payment.kind === 'voucher' ? payment.id : payment.kind, payment.amount]);

describe('planning what pays a statement', () => {
  it.each([
    { amount: '100', credit: '20', pays: [['credit', '20.00000000']], payable: '80.00000000' },
    { amount: '100', credit: '200', pays: [['credit', '100.00000000']], payable: '0.00000000' },
    { amount: '0', credit: '5', pays: [], payable: '0.00000000' },
    { amount: '-7.50', credit: '5', pays: [], payable: '0.00000000' },
  ])('takes credit of $credit for $amount as far as it goes', ({ amount, credit, pays, payable }) => {
    const plan = planSettlement({ amount, parts: [amount], vouchers: [], credit });
    expect(taken(plan)).toEqual(pays);
    expect(plan.payable).toBe(payable);
  });

  it('lets a voucher pay the hours of its window and no others, and credit the rest', () => {
    const vouchers = [from('10', '20', '50')];
    expect(cutsOf(vouchers)).toEqual([instant('2026-09-10T00:00:00Z'), instant('2026-09-20T00:00:00Z')]);
    const plan = planSettlement({ amount: '100', parts: ['30', '40', '30'], vouchers, credit: '10' });
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

  it('has each voucher pay its earliest hours first, so that the next finds its own', () => {
    const vouchers = [from('01', '20', '30', 'vch-a'), from('10', '30', '30', 'vch-b')];
    const plan = planSettlement({ amount: '60', parts: ['0', '30', '10', '20', '0'], vouchers, credit: '0' });
    expect(taken(plan)).toEqual([
      ['vch-a', '30.00000000'],
      ['vch-b', '30.00000000'],
    ]);
  });

  it('never pays more than is asked, where corrections outweigh other hours', () => {
    const plan = planSettlement({
      amount: '10',
      parts: ['-90', '100', '0'],
      vouchers: [from('10', '20', '500')],
      credit: '0',
    });
    expect(plan).toMatchObject({ voucherDeducted: '10.00000000', payable: '0.00000000' });
  });

  it('refuses a month that is cut elsewhere than its vouchers ask', () => {
    const asked = { amount: '1', parts: ['1'], vouchers: [from('10', '20', '5')], credit: '0' };
    expect(() => planSettlement(asked)).toThrow(RangeError);
  });

  it('adds up: what pays and what is payable is what is asked, and nobody pays more than he has', () => {
    const part = fc.bigInt({ min: -5_000_000n, max: 9_000_000n }).map((units) => formatDecimal(fromUnits(units, 4)));
    const day = fc.integer({ min: 1, max: 15 });
    const voucher = fc
      .tuple(day, fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 90_000 }))
      .map(([start, length, cents]) =>
        from(two(start), two(start + length), formatDecimal(fromUnits(BigInt(cents), 2)), `vch-${start}-${length}`),
      );
    const two = (n: number) => String(n).padStart(2, '0');
    const asking = fc.uniqueArray(voucher, { maxLength: 4, selector: ({ id }) => id }).chain((vouchers) =>
      fc.record({
        vouchers: fc.constant(vouchers),
        parts: fc.array(part, { minLength: cutsOf(vouchers).length + 1, maxLength: cutsOf(vouchers).length + 1 }),
        credit: fc.bigInt({ min: 0n, max: 1_000_000n }).map((units) => formatDecimal(fromUnits(units, 2))),
      }),
    );
    fc.assert(
      fc.property(asking, ({ vouchers, parts, credit }) => {
        const amount = formatDecimal(roundHalfUp(sum(parts), 2));
        const plan = planSettlement({ amount, parts, vouchers, credit });
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
