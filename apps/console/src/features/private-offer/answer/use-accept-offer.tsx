import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { useState } from 'react';
import { Late } from '../../../ui/late/late.ts';
import { useLate } from '../../../ui/opening/use-late.ts';

const acceptOfferDialog = new Late(async () => (await import('./accept-offer-dialog.late.tsx')).AcceptOfferDialog);

/** Opens the dialog to accept an offer; put `acceptDialog` anywhere on the page. */
export function useAcceptOffer(contract: Contract): {
  accept: (offer: PrivateOffer) => void;
  acceptDialog: React.ReactNode;
} {
  const [offer, setOffer] = useState<PrivateOffer>();
  const { part: AcceptOfferDialog, press } = useLate(acceptOfferDialog);
  const accept = (asked: PrivateOffer) => {
    setOffer(asked);
    press();
  };
  const acceptDialog = offer && AcceptOfferDialog && (
    <AcceptOfferDialog offer={offer} contract={contract} onClose={() => setOffer(undefined)} />
  );
  return { accept, acceptDialog };
}
