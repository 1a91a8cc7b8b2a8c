import { expect, it } from 'vitest';
import { type SteppingStatement, stepsOfStatement } from './statement-steps.ts';

const signed: SteppingStatement = {
  signedAt: '2026-10-02T09:00:00Z',
  confirmState: 'unconfirmed',
  confirmedAt: null,
  dueDate: '2026-10-07',
  overdue: false,
  deductState: 'undeducted',
  payableAmount: '80.00000000',
  undeductedAmount: '80.00000000',
  currency: 'USD',
};
const confirmed = { ...signed, confirmState: 'confirmed', confirmedAt: '2026-10-03T23:00:00Z' } as const;
const settled = { ...confirmed, deductState: 'fullySettled', undeductedAmount: '0.00000000' } as const;

it.each([
  ['signed', signed, ['done', 'waits', 'ahead', 'ahead'], 'Automatic on Oct 7, 2026', 'On Oct 7, 2026'],
  [
    'under review',
    { ...signed, confirmState: 'manualProcessing' },
    ['done', 'waits', 'ahead', 'ahead'],
    'Under review',
    'After the review',
  ],
  ['confirmed', confirmed, ['done', 'done', 'ahead', 'waits'], 'Oct 3, 2026', 'On Oct 7, 2026'],
  [
    'late and partly paid',
    { ...confirmed, overdue: true, deductState: 'partiallyDeducted', undeductedAmount: '30.00000000' },
    ['done', 'done', 'late', 'late'],
    'Oct 3, 2026',
    '$30.00 open',
  ],
  ['paid', settled, ['done', 'done', 'done', 'done'], 'Oct 3, 2026', 'Oct 7, 2026'],
  [
    'paid by vouchers alone',
    { ...settled, payableAmount: '0.00000000' },
    ['done', 'done', 'done', 'done'],
    'Oct 3, 2026',
    'Nothing to pay',
  ],
] as const)('a statement that is %s', (_, statement, states, approval, payment) => {
  const steps = stepsOfStatement(statement, 'UTC', '2026-10-07T00:05:00Z');
  expect(steps.map(({ state }) => state)).toEqual(states);
  expect(steps.map(({ when }) => when)).toEqual(['Oct 2, 2026', approval, 'Oct 7, 2026', payment]);
});

it('tells days in the billing zone, and no day of a payment that is not known yet', () => {
  const steps = stepsOfStatement({ ...settled, signedAt: '2026-10-01T23:00:00Z' }, 'Asia/Shanghai', undefined);
  expect(steps.map(({ when }) => when)).toEqual(['Oct 2, 2026', 'Oct 4, 2026', 'Oct 7, 2026', '']);
});
