import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import * as m from '../../../i18n/messages.gen.ts';
import { OffButton } from '../../../ui/tip/off-button.tsx';
import { saveOffer } from './save-offer.ts';
import { useAcceptOffer } from './use-accept-offer.tsx';
import { useRejectOffer } from './use-reject-offer.tsx';

interface OfferActionsProps {
  offer: PrivateOffer;
  contract: Contract;
}

/** The actions on an offer's page. Dialogs stay open while the offer is refetched. */
export function OfferActions({ offer, contract }: OfferActionsProps) {
  const { accept, acceptDialog } = useAcceptOffer(contract);
  const { reject, rejectDialog } = useRejectOffer();
  const mayAnswer = contract.permissions?.canManageBilling === true;
  const isOpen = offer.status === 'pending_acceptance';
  return (
    <>
      {informable.has(offer.status) && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link
              to="/contracts/$contractId/overview"
              params={{ contractId: contract.id }}
              target="_blank"
              {...props}
            />
          )}
        >
          {m.private_offer_update_information()}
        </Button>
      )}
      <Button variant="default" onClick={() => void saveOffer(offer)}>
        {m.private_offer_download()}
      </Button>
      {isOpen && mayAnswer && (
        <>
          <Button variant="default" onClick={() => reject(offer)}>
            {m.private_offer_reject()}
          </Button>
          <Button onClick={() => accept(offer)}>{m.private_offer_accept()}</Button>
        </>
      )}
      {isOpen && !mayAnswer && (
        <>
          <OffButton variant="default" why={m.private_offer_no_auth()}>
            {m.private_offer_reject()}
          </OffButton>
          <OffButton why={m.private_offer_no_auth()}>{m.private_offer_accept()}</OffButton>
        </>
      )}
      {acceptDialog}
      {rejectDialog}
    </>
  );
}

/** Until an offer is answered, the legal entity can still be completed. */
const informable: ReadonlySet<PrivateOffer['status']> = new Set(['pending_acceptance', 'draft', 'approved']);
