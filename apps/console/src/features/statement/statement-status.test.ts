import { expect, it } from 'vitest';
import { statementStatus } from './statement-status.ts';

it.each([
  ['unconfirmed', 'undeducted', false, 'Unconfirmed', 'info'],
  ['unconfirmed', 'fullySettled', false, 'Unconfirmed', 'info'],
  // A review need not be a dispute.
  ['manualProcessing', 'partiallyDeducted', true, 'Under review', 'warn'],
  ['confirmed', 'undeducted', false, 'Undeducted', 'quiet'],
  ['confirmed', 'partiallyDeducted', false, 'Partially deducted', 'warn'],
  ['confirmed', 'fullySettled', false, 'Fully settled', 'good'],
  ['confirmed', 'undeducted', true, 'Undeducted, overdue', 'bad'],
  ['confirmed', 'partiallyDeducted', true, 'Partially deducted, overdue', 'bad'],
] as const)('shows %s and %s, overdue: %s, as %s', (confirmState, deductState, overdue, word, tone) => {
  expect(statementStatus({ confirmState, deductState, overdue })).toEqual({ tone, word });
});
