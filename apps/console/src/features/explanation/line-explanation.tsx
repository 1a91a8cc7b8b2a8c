import { useEffect } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { Late, useArrived } from '../../ui/late/late.ts';
import type { ExplainedLine } from './explanation.queries.ts';

const explanationDialog = new Late(
  async () => (await import('./line-explanation-dialog.late.tsx')).LineExplanationDialog,
);

/** Opens the making of a line's amount as soon as the address names the line. */
export function LineExplanation({ line, onClose }: { line: ExplainedLine; onClose: () => void }) {
  const LineExplanationDialog = useArrived(explanationDialog);
  useEffect(() => {
    explanationDialog.bring().catch(() => notify.error(m.ui_no_reply()));
  }, []);
  return LineExplanationDialog && <LineExplanationDialog line={line} onClose={onClose} />;
}
