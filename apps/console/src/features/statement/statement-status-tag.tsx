import type { StatementSummary } from '@usance/api/statement';
import { m } from '../../paraglide/messages.js';
import { StatusTag, type Tone } from '../../ui/cell/status-tag.tsx';

type States = Pick<StatementSummary, 'confirmState' | 'deductState' | 'overdue'>;

/** While a statement waits for its customer it shows that; once confirmed, how far it is paid. */
export function StatementStatusTag({ statement }: { statement: States }) {
  const [tone, word] = stateOf(statement);
  return <StatusTag tone={tone}>{word()}</StatusTag>;
}

function stateOf({ confirmState, deductState, overdue }: States): [Tone, () => string] {
  if (confirmState === 'unconfirmed') return ['info', m.statement_state_unconfirmed];
  if (confirmState === 'manualProcessing') return ['warn', m.statement_state_manual];
  if (deductState === 'fullySettled') return ['good', m.statement_state_settled];
  if (overdue) return ['bad', m.statement_state_overdue];
  return deductState === 'partiallyDeducted'
    ? ['warn', m.statement_state_partial]
    : ['quiet', m.statement_state_undeducted];
}
