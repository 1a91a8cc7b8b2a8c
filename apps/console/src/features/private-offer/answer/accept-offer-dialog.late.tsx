import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { isNegative, isZero } from '@usance/money/decimal';
import type { ReactNode } from 'react';
import { consoleNow } from '../../../api/product-time.ts';
import * as m from '../../../i18n/messages.gen.ts';
import { IdText } from '../../../ui/cell/id-text.tsx';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { ConfirmMoneyDialog } from '../../../ui/feedback/dialog/confirm-money-dialog.tsx';
import { formatInstant } from '../../../ui/format/dates.ts';
import { offerComparisonQueries } from '../../offer-comparison/offer-comparison.queries.ts';
import { OfferDate } from '../offer-date.tsx';
import { beginsOrEndsInsideAnHour, isoOf } from '../offer-dates.ts';
import { itemCount } from '../offer-words.ts';
import { privateOfferQueries } from '../private-offer.queries.ts';
import { replacedOffers } from './replaced-offers.ts';
import { useRespond } from './use-respond.ts';
import { useRestingDiscount } from './use-resting-discount.ts';

interface AcceptOfferDialogProps {
  offer: PrivateOffer;
  contract: Contract;
  onClose: () => void;
}

/**
 * Asks for confirmation before an offer sets prices: its dates, the offers it replaces, and the discount that it
 * suspends.
 */
export function AcceptOfferDialog({ offer, contract, onClose }: AcceptOfferDialogProps) {
  const respond = useRespond(offer, m.private_offer_accepted);
  const { billingZone: zone } = contract;
  const replaced = useReplaced(offer);
  const resting = useRestingDiscount(offer);
  const dearer = useDearer(offer);
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
        [m.private_offer_items(), itemCount(offer)],
        [m.private_offer_replaces(), replaced ?? '…'],
        ...(resting.text === undefined ? [] : [[m.private_offer_own_discount(), resting.text] as const]),
        ...dearer,
      ]}
      isWaiting={replaced === undefined || !resting.isKnown}
      confirmLabel={m.private_offer_accept()}
      onConfirm={(idempotencyKey) => respond.mutateAsync({ body: { action: 'accept' }, idempotencyKey })}
    />
  );
}

function effectOf(offer: PrivateOffer, zone: Contract['billingZone']): string {
  const { effectiveDate } = offer;
  const date = formatInstant(isoOf(effectiveDate), zone);
  const effect =
    effectiveDate * 1000 > consoleNow()
      ? m.private_offer_accept_effect({ date })
      : m.private_offer_accept_effect_since({ date });
  return beginsOrEndsInsideAnHour(offer) ? `${effect} ${m.private_offer_by_hour()}` : effect;
}

/** One accepted offer sets prices at a time: the earlier one ends when the new one begins. Undefined while loading. */
function useReplaced(offer: PrivateOffer): ReactNode {
  const { data, isError, isPlaceholderData } = useQuery(
    privateOfferQueries.list(offer.contractId, { statuses: 'accepted' }),
  );
  if (isError) return m.private_offer_replaces_earlier();
  if (!data || isPlaceholderData) return undefined;
  const replaced = replacedOffers(data.items, offer);
  if (replaced.length === 0) return m.private_offer_replaces_list();
  return replaced.map(({ id }) => <IdText key={id} id={id} longest={30} />);
}

/** Repeats the result of the comparison if the buyer ran it and the offer is dearer. */
function useDearer({ id, contractId }: PrivateOffer): (readonly [string, ReactNode])[] {
  const { data } = useQuery({ ...offerComparisonQueries.detail(contractId, id), enabled: false });
  if (!data || isNegative(data.difference) || isZero(data.difference)) return [];
  const { difference, currency } = data;
  return [[m.offer_comparison_more(), <MoneyText key="more" amount={difference} currency={currency} />]];
}
