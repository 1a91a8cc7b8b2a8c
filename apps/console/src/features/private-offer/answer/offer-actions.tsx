import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import * as m from '../../../i18n/messages.gen.ts';
import { GuardedButton } from '../../../ui/tip/guarded-button.tsx';
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
  const whyNot = contract.permissions?.canManageBilling ? undefined : m.private_offer_no_auth();
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
      {isOpen && (
        <>
          <GuardedButton variant="default" whyNot={whyNot} onClick={() => reject(offer)}>
            {m.private_offer_reject()}
          </GuardedButton>
          <GuardedButton whyNot={whyNot} onClick={() => accept(offer)}>
            {m.private_offer_accept()}
          </GuardedButton>
        </>
      )}
      {acceptDialog}
      {rejectDialog}
    </>
  );
}

/** Until an offer is answered, the legal entity can still be completed. */
const informable: ReadonlySet<PrivateOffer['status']> = new Set(['pending_acceptance', 'draft', 'approved']);
