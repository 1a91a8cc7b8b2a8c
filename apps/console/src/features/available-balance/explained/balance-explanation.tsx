import { useEffect } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../../../ui/feedback/message/notify.tsx';
import { Late, useArrived } from '../../../ui/late/late.ts';
import type { ExplainedContract } from './part-columns.tsx';

const explanationDialog = new Late(
  async () => (await import('./balance-explanation-dialog.late.tsx')).BalanceExplanationDialog,
);

export interface BalanceExplanationProps {
  contract: ExplainedContract;
  onClose: () => void;
}

/** Opens the making of the available balance as soon as the address asks for it. */
export function BalanceExplanation(props: BalanceExplanationProps) {
  const BalanceExplanationDialog = useArrived(explanationDialog);
  useEffect(() => {
    explanationDialog.bring().catch(() => notify.error(m.ui_no_reply()));
  }, []);
  return BalanceExplanationDialog && <BalanceExplanationDialog {...props} />;
}
