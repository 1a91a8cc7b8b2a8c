import { downloadStatements } from '@usance/api/statement';
import { download } from '../../api/download.ts';
import { showFailure } from '../../api/failures.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';

/** Hands the zip of confirmed statements to the browser; a refusal is shown like any other. */
export async function saveStatements(contractId: string, statementIDs: readonly string[]): Promise<void> {
  try {
    await download(downloadStatements, { params: { id: contractId }, query: { statementIDs: statementIDs.join(',') } });
    notify.success(m.statement_download_started());
  } catch (error) {
    showFailure(error instanceof Error ? error : new Error(String(error)), undefined);
  }
}
