import type { Statement } from '@usance/api/billing/statement';
import { isZero } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import * as m from '../../i18n/messages.gen.ts';
import { formatDay } from '../../ui/format/dates.ts';

/** A step of a statement on its way: past, the one that it waits for, late, or still ahead. */
export interface StatementStep {
  id: 'issued' | 'approval' | 'due' | 'payment';
  name: string;
  when: string;
  state: 'done' | 'waits' | 'late' | 'ahead';
}

export type SteppingStatement = Pick<
  Statement,
  | 'signedAt'
  | 'confirmState'
  | 'confirmedAt'
  | 'dueDate'
  | 'overdue'
  | 'deductState'
  | 'payableAmount'
  | 'undeductedAmount'
  | 'currency'
>;

/** Returns the steps of a statement in their order. `paidAt` is the time of its latest payment, if it is known. */
export function stepsOfStatement(
  statement: SteppingStatement,
  zone: BillingZone,
  paidAt: string | undefined,
): StatementStep[] {
  const { signedAt, dueDate, overdue, deductState } = statement;
  const day = (at: string) => formatDay(dayOf(instant(at), zone));
  const isSettled = deductState === 'fullySettled';
  return [
    { id: 'issued', name: m.statement_step_issued(), when: day(signedAt), state: 'done' },
    approvalOf(statement, day),
    {
      id: 'due',
      name: m.statement_step_due(),
      when: formatDay(dueDate),
      state: overdue ? 'late' : isSettled ? 'done' : 'ahead',
    },
    {
      id: 'payment',
      name: isSettled ? m.statement_step_paid() : m.statement_step_payment(),
      when: paymentOf(statement, paidAt === undefined ? '' : day(paidAt)),
      state: isSettled ? 'done' : overdue ? 'late' : statement.confirmState === 'confirmed' ? 'waits' : 'ahead',
    },
  ];
}

function approvalOf(
  { confirmState, confirmedAt, dueDate }: SteppingStatement,
  day: (at: string) => string,
): StatementStep {
  const id = 'approval';
  if (confirmState === 'confirmed')
    return { id, name: m.statement_step_approved(), when: confirmedAt === null ? '' : day(confirmedAt), state: 'done' };
  const when =
    confirmState === 'manualProcessing'
      ? m.statement_state_manual()
      : m.statement_step_approval_by({ date: formatDay(dueDate) });
  return { id, name: m.statement_step_approval(), when, state: 'waits' };
}

/** Says the day of the latest payment of a settled statement, and else the amount that is open. */
function paymentOf(
  { confirmState, deductState, payableAmount, undeductedAmount, currency, dueDate, overdue }: SteppingStatement,
  paidOn: string,
): string {
  if (isZero(payableAmount)) return m.statement_step_nothing();
  if (deductState === 'fullySettled') return paidOn;
  if (overdue || deductState === 'partiallyDeducted')
    return m.statement_step_open({ amount: formatMoney(undeductedAmount, currency) });
  if (confirmState === 'manualProcessing') return m.statement_step_after_review();
  return m.statement_step_on({ date: formatDay(dueDate) });
}
