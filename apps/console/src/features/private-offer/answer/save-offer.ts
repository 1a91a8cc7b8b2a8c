import { offerDocuments } from '@usance/api/sale/offer-document';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { ApiError } from '../../../api/api-error.ts';
import { download } from '../../../api/download.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../../../ui/feedback/message/notify.tsx';
import { failureText } from '../../../ui/words/failure-text.ts';

/** Downloads an offer as a PDF, and shows a failure. */
export async function saveOffer({ id, contractId }: PrivateOffer): Promise<void> {
  try {
    await download(
      offerDocuments.download,
      { params: { id: contractId, poid: id } },
      { onStart: () => notify.success(m.ui_download_started()) },
    );
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const reason = await failureText(failure);
    notify.error(m.private_offer_download_failed({ reason }), failure instanceof ApiError ? failure.requestId : '');
  }
}
