import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import type { PrivateOffer } from '@usance/api/private-offer';
import { consoleNow } from '../../api/product-time.ts';
import { m } from '../../paraglide/messages.js';
import { IdText } from '../../ui/cell/id-text.tsx';
import { ConfirmMoneyDialog } from '../../ui/feedback/confirm-money-dialog.tsx';
import { formatInstant } from '../../ui/format/dates.ts';
import { OfferDate } from './offer-date.tsx';
import { isoOf } from './offer-dates.ts';
import { privateOfferQueries } from './private-offer.queries.ts';
import { replacedOffers } from './replaced-offers.ts';
import { useRespond } from './use-respond.ts';

interface AcceptOfferDialogProps {
  offer: PrivateOffer;
  contract: Contract;
  onClose: () => void;
}

/** The last question before an offer decides prices: from when, until when, and in place of what. */
export function AcceptOfferDialog({ offer, contract, onClose }: AcceptOfferDialogProps) {
  const respond = useRespond(offer, m.private_offer_accepted);
  const { billingZone: zone } = contract;
  return (
    <ConfirmMoneyDialog
      opened
      onClose={onClose}
      title={m.private_offer_accept_title()}
      effect={effectOf(offer, zone)}
      facts={[
        [
          m.ui_contract(),
          <span key="contract">
            {contract.tags} <IdText id={contract.id} />
          </span>,
        ],
        [m.private_offer_effective(), <OfferDate key="from" seconds={offer.effectiveDate} zone={zone} />],
        [m.private_offer_expiration(), <OfferDate key="until" seconds={offer.expirationDate} zone={zone} />],
        [m.private_offer_replaces(), <Replaced key="replaces" offer={offer} />],
      ]}
      confirmLabel={m.private_offer_accept()}
      onConfirm={(idempotencyKey) => respond.mutateAsync({ body: { action: 'accept' }, idempotencyKey })}
    />
  );
}

function effectOf({ effectiveDate }: PrivateOffer, zone: Contract['billingZone']): string {
  const date = formatInstant(isoOf(effectiveDate), zone);
  return effectiveDate * 1000 > consoleNow()
    ? m.private_offer_accept_effect({ date })
    : m.private_offer_accept_effect_since({ date });
}

/** Only one accepted offer decides prices at a time: the one before ends where the new one begins. */
function Replaced({ offer }: { offer: PrivateOffer }) {
  const { data, isError } = useQuery(privateOfferQueries.list(offer.contractId, { statuses: 'accepted' }));
  if (isError) return m.private_offer_replaces_earlier();
  if (!data) return '…';
  const replaced = replacedOffers(data.items, offer);
  if (replaced.length === 0) return m.private_offer_replaces_list();
  return replaced.map(({ id }) => <IdText key={id} id={id} longest={30} />);
}
