import type { Statement } from '@usance/api/billing/statement';
import { useState } from 'react';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const disputeStatementDialog = new Late(
  async () => (await import('./dispute-statement-dialog.late.tsx')).DisputeStatementDialog,
);

/** Opens the dialog to dispute a statement; put `disputeDialog` anywhere on the page. */
export function useDisputeStatement(statement: Statement): { dispute: () => void; disputeDialog: React.ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const { part: DisputeStatementDialog, press } = useLate(disputeStatementDialog);
  const dispute = () => {
    setOpen(true);
    press();
  };
  const disputeDialog = isOpen && DisputeStatementDialog && (
    <DisputeStatementDialog statement={statement} onClose={() => setOpen(false)} />
  );
  return { dispute, disputeDialog };
}
