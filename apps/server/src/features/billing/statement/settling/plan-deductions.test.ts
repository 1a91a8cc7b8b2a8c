import { compare, parseDecimal, sum } from '@usance/money/decimal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDeductions } from './plan-deductions.ts';

const owing = (month: string, undeducted: string) => ({ id: `stm-${month}`, month, undeducted });

describe('planDeductions', () => {
  it.each([
    { cash: '0', takes: [] },
    { cash: '0.01', takes: ['0.01000000'] },
    { cash: '10', takes: ['10.00000000'] },
    { cash: '12', takes: ['10.00000000', '2.00000000'] },
    { cash: '99', takes: ['10.00000000', '5.50000000'] },
  ])('pays the oldest first with $cash, in any given order', ({ cash, takes }) => {
    const statements = [owing('2026-09', '5.50'), owing('2026-08', '10.00')];
    const plan = planDeductions({ cash, statements });
    expect(plan.map(({ amount }) => amount)).toEqual(takes);
    expect(plan.map(({ id }) => id)).toEqual(['stm-2026-08', 'stm-2026-09'].slice(0, takes.length));
  });

  it('deducts as much as it can, never more than the cash, and leaves at most one statement partly paid', () => {
    const cents = fc
      .integer({ min: 1, max: 5_000 })
      .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`);
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 12 }), (cash, debts) => {
        const statements = debts.map((debt, n) => owing(`20${String(10 + n)}-01`, debt));
        const plan = planDeductions({ cash, statements });
        const taken = sum(plan.map(({ amount }) => parseDecimal(amount)));
        const owed = sum(debts.map((debt) => parseDecimal(debt)));
        const most = compare(parseDecimal(cash), owed) < 0 ? parseDecimal(cash) : owed;
        expect(compare(taken, most)).toBe(0);
        expect(plan.slice(0, -1).every(({ settles }) => settles)).toBe(true);
      }),
    );
  });
});
