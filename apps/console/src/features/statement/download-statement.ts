import { type StatementSummary, statements } from '@usance/api/billing/statement';
import { download } from '../../api/download.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { showFailure } from '../../ui/feedback/message/show-failure.ts';

/** Downloads the zip of a confirmed statement, and shows a failure. */
export async function downloadStatement({ id, contractId }: StatementSummary): Promise<void> {
  try {
    await download(
      statements.download,
      { params: { id: contractId }, query: { statementIDs: id } },
      { onStart: () => notify.success(m.ui_download_started()) },
    );
  } catch (error) {
    showFailure(error instanceof Error ? error : new Error(String(error)));
  }
}
