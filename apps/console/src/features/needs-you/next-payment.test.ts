import { expect, it } from 'vitest';
import { nextPayment } from './next-payment.ts';

const details = {
  bankBalance: '100.00',
  frozen: '10.00',
  undeductedOverDue: '5.00',
} as Parameters<typeof nextPayment>[1];
const due = (dueDate: string, undeductedAmount: string, given: object = {}) => ({
  dueDate,
  undeductedAmount,
  overdue: false,
  confirmState: 'confirmed' as const,
  ...given,
});

it('is all that is due on the earliest day, and what is left of free cash', () => {
  const unpaid = [due('2026-12-07', '70.00'), due('2026-11-30', '20.00'), due('2026-11-30', '1.50')];
  // 100.00 − 10.00 − 5.00 − 21.50.
  expect(nextPayment(unpaid, details)).toEqual({ day: '2026-11-30', amount: '21.50', left: '63.50' });
});

it('may leave less than nothing', () => {
  expect(nextPayment([due('2026-12-07', '90.00')], details)?.left).toBe('-5.00');
});

it.each([
  ['nothing is due', []],
  ['all is paid', [due('2026-11-30', '0.00000000')]],
  ['it is overdue', [due('2026-10-30', '20.00', { overdue: true })]],
  ['it is disputed', [due('2026-11-30', '20.00', { confirmState: 'manualProcessing' })]],
])('is none if %s', (_, unpaid) => {
  expect(nextPayment(unpaid, details)).toBeUndefined();
});
