import { useEffect } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { Late, useArrived } from '../../ui/late/late.ts';
import type { PurchaseExplanationProps } from './purchase-explanation-dialog.late.tsx';

const explanationDialog = new Late(
  async () => (await import('./purchase-explanation-dialog.late.tsx')).PurchaseExplanationDialog,
);

/** Opens the making of the amounts of rated rows as soon as the address asks for it. */
export function PurchaseExplanation(props: PurchaseExplanationProps) {
  const PurchaseExplanationDialog = useArrived(explanationDialog);
  useEffect(() => {
    explanationDialog.bring().catch(() => notify.error(m.ui_no_reply()));
  }, []);
  return PurchaseExplanationDialog && <PurchaseExplanationDialog {...props} />;
}
