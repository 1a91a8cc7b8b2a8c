import type { StatementSummary } from '@usance/api/billing/statement';

export type ConfirmState = StatementSummary['confirmState'];
/** The changes of a statement's confirmation. */
export type Change = 'confirm' | 'dispute' | 'endDispute';

const changes: Readonly<Record<ConfirmState, Partial<Record<ConfirmState, Change>>>> = {
  unconfirmed: { confirmed: 'confirm', manualProcessing: 'dispute' },
  confirmed: { manualProcessing: 'dispute' },
  manualProcessing: { confirmed: 'endDispute' },
};

/** Returns the change from one state to another; undefined if there is none, as for every way back to unconfirmed. */
export function changeBetween(from: ConfirmState, to: ConfirmState): Change | undefined {
  return changes[from][to];
}

/** True if the statement's cash is late. A disputed one is not: its money is held instead. */
export function isOverdue(
  statement: { confirm_state: ConfirmState; deduct_state: string; overdue_from: Date },
  now: Date,
): boolean {
  if (statement.confirm_state === 'manualProcessing' || statement.deduct_state === 'fullySettled') return false;
  return statement.overdue_from <= now;
}
