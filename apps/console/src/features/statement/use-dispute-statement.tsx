import type { StatementSummary } from '@usance/api/billing/statement';
import { useState } from 'react';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const disputeStatementDialog = new Late(
  async () => (await import('./dispute-statement-dialog.late.tsx')).DisputeStatementDialog,
);

export type DisputedStatement = Pick<StatementSummary, 'id' | 'contractId' | 'month'>;

/** Opens the dialog to dispute a statement; put `disputeDialog` anywhere on the page. */
export function useDisputeStatement() {
  const [disputed, setDisputed] = useState<DisputedStatement>();
  const { part: DisputeStatementDialog, press } = useLate(disputeStatementDialog);
  const dispute = (statement: DisputedStatement) => {
    setDisputed(statement);
    press();
  };
  const disputeDialog = disputed && DisputeStatementDialog && (
    <DisputeStatementDialog statement={disputed} onClose={() => setDisputed(undefined)} />
  );
  return { dispute, disputeDialog };
}
