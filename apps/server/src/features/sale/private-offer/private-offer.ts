import type { OfferItem, PrivateOffer } from '@usance/api/sale/private-offer';
import type { Selectable } from 'kysely';
import type { Subject } from '#platform/context/subject.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { figuresOf, type ItemRow, type Listed } from './item/offer-figures.ts';
import { offeredSkuOf, type SkuRow } from './item/offered-sku.ts';
import { type OfferRow, type OfferStanding, pricesEndAt } from './state/offer-state.ts';

export type OfferTierRow = Selectable<Database['private_offer_tier']>;

/** An item with its SKU, and the list price to use while its prices are not fixed. */
export interface OfferedItem {
  readonly item: ItemRow;
  readonly sku: SkuRow;
  readonly listed: Listed | undefined;
}

/** An offer with its terms and standing. */
export interface Offer {
  readonly row: OfferRow;
  readonly standing: OfferStanding;
  readonly items: readonly OfferedItem[];
  readonly tiers: readonly OfferTierRow[];
}

/** Only operators see the creator and the approver. */
export function privateOfferOf(
  { row, standing, items, tiers }: Offer,
  { currency }: Pick<ContractRow, 'currency'>,
  subject: Subject,
): PrivateOffer {
  const { creator, approver, approval_comment: approvalComment, response_action: action, responded_at: at } = row;
  const endsAt = pricesEndAt(row);
  return {
    id: row.id,
    revision: row.revision,
    contractId: row.contract_id,
    status: standing.status,
    channel: row.channel,
    currency,
    discountType: row.discount_type,
    effectiveDate: secondsOf(row.effective_date),
    expirationDate: row.expiration_date && secondsOf(row.expiration_date),
    confirmationDeadline: secondsOf(row.confirmation_deadline),
    endsAt: endsAt && secondsOf(endsAt),
    createdAt: secondsOf(row.created_at),
    comment: row.comment,
    tieredDiscounts: tiers.map(tierOf),
    offerItems: items.map(itemOf),
    response: action && at && { action, comment: row.response_comment, respondedAt: secondsOf(at) },
    invalidReason: standing.invalidReason,
    ...(subject.kind === 'internal' ? { creator, approver, approvalComment } : {}),
  };
}

function itemOf({ item, sku, listed }: OfferedItem): OfferItem {
  const figures = item.price === null ? figuresOf(item, listed, sku.unit) : item;
  return {
    id: item.id,
    ...offeredSkuOf(sku),
    listingPrice: figures?.listing_price ?? null,
    priceUnit: figures?.price_unit ?? sku.unit,
    price: figures?.price ?? null,
    discount: item.discount ?? '1',
  };
}

/** The wire form of a tier; -1 means no upper limit. */
export function tierOf(row: OfferTierRow): PrivateOffer['tieredDiscounts'][number] {
  return {
    tierLevel: row.tier_level,
    minThreshold: row.min_threshold,
    maxThreshold: row.max_threshold ?? '-1',
    discountRate: row.discount_rate,
  };
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);
