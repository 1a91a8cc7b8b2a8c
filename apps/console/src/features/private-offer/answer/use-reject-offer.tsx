import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { useState } from 'react';
import { Late } from '../../../ui/late/late.ts';
import { useLate } from '../../../ui/opening/use-late.ts';

const rejectOfferDialog = new Late(async () => (await import('./reject-offer-dialog.late.tsx')).RejectOfferDialog);

/** Opens the dialog to reject an offer; put `rejectDialog` anywhere on the page. */
export function useRejectOffer(): { reject: (offer: PrivateOffer) => void; rejectDialog: React.ReactNode } {
  const [offer, setOffer] = useState<PrivateOffer>();
  const { part: RejectOfferDialog, press } = useLate(rejectOfferDialog);
  const reject = (asked: PrivateOffer) => {
    setOffer(asked);
    press();
  };
  const rejectDialog = offer && RejectOfferDialog && (
    <RejectOfferDialog offer={offer} onClose={() => setOffer(undefined)} />
  );
  return { reject, rejectDialog };
}
