import type { OfferInvalidity, OfferItemType, OfferStatus, PrivateOffer } from '@usance/api/sale/private-offer';
import * as m from '../../i18n/messages.gen.ts';
import type { Status, Tone } from '../../ui/cell/status-tag.tsx';

export const offerStatusWord: Readonly<Record<OfferStatus, () => string>> = {
  draft: m.private_offer_status_draft,
  pending_approval: m.private_offer_status_pending_approval,
  approved: m.private_offer_status_approved,
  pending_acceptance: m.private_offer_status_pending_acceptance,
  accepted: m.private_offer_status_accepted,
  rejected: m.private_offer_status_rejected,
  expired: m.private_offer_status_expired,
  invalid: m.private_offer_status_invalid,
};

const offerStatusTone: Readonly<Record<OfferStatus, Tone>> = {
  draft: 'quiet',
  pending_approval: 'info',
  approved: 'info',
  pending_acceptance: 'warn',
  accepted: 'good',
  rejected: 'quiet',
  expired: 'quiet',
  invalid: 'quiet',
};

export const privateOfferStatus = ({ status }: Pick<PrivateOffer, 'status'>): Status => ({
  tone: offerStatusTone[status],
  word: offerStatusWord[status](),
});

export const offerChannelWord: Readonly<Record<PrivateOffer['channel'], () => string>> = {
  direct: m.private_offer_channel_direct,
  marketplace: m.private_offer_channel_marketplace,
};

export const offerDiscountTypeWord: Readonly<Record<PrivateOffer['discountType'], () => string>> = {
  standard: m.private_offer_discount_standard,
  tiered: m.private_offer_discount_tiered,
};

export const offerInvalidityWord: Readonly<Record<OfferInvalidity, () => string>> = {
  superseded: m.private_offer_invalid_superseded,
  withdrawn: m.private_offer_invalid_withdrawn,
  contract_ended: m.private_offer_invalid_contract_ended,
};

export const offerItemTypeWord: Readonly<Record<OfferItemType, string>> = { saas: 'SaaS', byoc: 'BYOC' };

export const costKindWord: Readonly<Record<PrivateOffer['offerItems'][number]['type'], () => string>> = {
  compute: m.private_offer_kind_compute,
  storage: m.private_offer_kind_storage,
  network: m.private_offer_kind_network,
};

/** Formats the number of items: "12 items". */
export function itemCount({ offerItems: { length: count } }: PrivateOffer): string {
  return count === 1 ? m.private_offer_item_count_one({ count }) : m.private_offer_item_count({ count });
}
