import { type Attachment, attachments } from '@usance/api/sale/attachment';
import { ApiError } from '../../api/api-error.ts';
import { download } from '../../api/download.ts';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { failureText } from '../../ui/words/failure-text.ts';
import type { Attached } from './attachment.queries.ts';

/** Downloads a file of an offer, and shows a failure. */
export async function saveAttachment({ contractId, offerId }: Attached, { id }: Attachment): Promise<void> {
  try {
    await download(
      attachments.download,
      { params: { id: contractId, poid: offerId, aid: id }, query: {} },
      { onStart: () => notify.success(m.ui_download_started()) },
    );
  } catch (error) {
    const reason = error instanceof Error ? await failureText(error) : m.attachment_download_failed_unsaid();
    notify.error(m.attachment_download_failed({ reason }), error instanceof ApiError ? error.requestId : '');
  }
}
