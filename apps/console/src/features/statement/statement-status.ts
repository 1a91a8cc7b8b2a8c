import type { StatementSummary } from '@usance/api/billing/statement';
import * as m from '../../i18n/messages.gen.ts';
import type { Status } from '../../ui/cell/status-tag.tsx';

type States = Pick<StatementSummary, 'confirmState' | 'deductState' | 'overdue'>;

/** Returns the confirmation state until the statement is confirmed, and then the payment state. */
export function statementStatus({ confirmState, deductState, overdue }: States): Status {
  if (confirmState === 'unconfirmed') return { tone: 'info', word: m.statement_state_unconfirmed() };
  if (confirmState === 'manualProcessing') return { tone: 'warn', word: m.statement_state_manual() };
  if (deductState === 'fullySettled') return { tone: 'good', word: m.statement_state_settled() };
  const word = deductState === 'partiallyDeducted' ? m.statement_state_partial() : m.statement_state_undeducted();
  if (overdue) return { tone: 'bad', word: m.statement_state_overdue({ state: word }) };
  return { tone: deductState === 'partiallyDeducted' ? 'warn' : 'quiet', word };
}
