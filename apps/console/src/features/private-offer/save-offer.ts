import { offerDocuments } from '@usance/api/offer-document';
import type { PrivateOffer } from '@usance/api/private-offer';
import { download } from '../../api/download.ts';
import { m } from '../../paraglide/messages.js';
import { notify } from '../../ui/feedback/notify.tsx';
import { showFailure } from '../../ui/feedback/show-failure.ts';

/** Hands an offer to the browser as a PDF. */
export async function saveOffer({ id, contractId }: PrivateOffer): Promise<void> {
  try {
    await download(
      offerDocuments.download,
      { params: { id: contractId, poid: id } },
      { onStart: () => notify.success(m.ui_download_started()) },
    );
  } catch (error) {
    showFailure(error instanceof Error ? error : new Error(String(error)));
  }
}
