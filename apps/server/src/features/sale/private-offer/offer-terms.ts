import type { ParsedBody } from '@usance/api/call';
import { offerItemId, type privateOffers } from '@usance/api/sale/private-offer';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { brokenTier } from '../../metering/tier/tier.ts';
import { assertPriced } from './item/assert-priced.ts';
import { type ItemRow, listedAtStart } from './item/offer-figures.ts';
import { itemTypeOf, type SkuRow } from './item/offered-sku.ts';
import type { OfferTierRow } from './private-offer.ts';
import { refuseStart } from './refuse-start.ts';

type Body = ParsedBody<typeof privateOffers.create>;
type Moment = OnLocked<Pick<Work, 'tx' | 'now'>>;

/** The columns that the creator of an offer sets. */
export const termColumnsOf = (body: Body) => ({
  channel: body.channel,
  discount_type: body.discountType,
  effective_date: body.effectiveDate,
  expiration_date: body.expirationDate ?? null,
  confirmation_deadline: body.confirmationDeadline,
  comment: body.comment ?? null,
});

/** Throws if the terms are invalid for the contract. */
export async function assertTerms(ctx: Moment, body: Body): Promise<void> {
  const { contract, now } = ctx;
  if (body.currency !== undefined && body.currency !== contract.currency)
    throw conflict('CURRENCY_CONFLICT', `This contract is kept in ${contract.currency}.`, { field: 'currency' });
  const { effectiveDate, expirationDate, confirmationDeadline } = body;
  if (expirationDate && expirationDate <= effectiveDate)
    throw invalidParameter('expirationDate', 'Must lie after effectiveDate.');
  if (confirmationDeadline <= now) throw invalidParameter('confirmationDeadline', 'Must lie in the future.');
  if (expirationDate && confirmationDeadline > expirationDate)
    throw invalidParameter('confirmationDeadline', 'Must not lie after expirationDate.');
  assertDiscounts(body);
  await assertItems(ctx, body);
  await refuseStart(ctx.tx, contract, effectiveDate);
}

function assertDiscounts({ discountType, tieredDiscounts, offerItems }: Body): void {
  if (discountType === 'standard') {
    if (tieredDiscounts.length > 0) throw invalidParameter('tieredDiscounts', 'Belong to a tiered offer.');
    if (offerItems.length === 0) throw invalidParameter('offerItems', 'A standard offer has at least one item.');
    return;
  }
  if (tieredDiscounts.length === 0) throw invalidParameter('tieredDiscounts', 'A tiered offer has at least one tier.');
  const broken = brokenTier(tieredDiscounts);
  if (broken) throw invalidParameter(broken.field.replace('tiers', 'tieredDiscounts'), broken.why);
}

async function assertItems({ tx, contract }: Moment, { offerItems, effectiveDate }: Body): Promise<void> {
  const named = new Set<string>();
  offerItems.forEach(({ skuId, price, discount }, at) => {
    if ((price === undefined) === (discount === undefined))
      throw invalidParameter(`offerItems.${at}.price`, 'An item has either a price or a discount.');
    if (named.has(skuId)) throw invalidParameter(`offerItems.${at}.skuId`, 'An offer prices each SKU once.');
    named.add(skuId);
  });
  if (offerItems.length === 0) return;
  const skus = await tx
    .selectFrom('sku')
    .selectAll()
    .where('id', 'in', [...named])
    .execute();
  const skuOf = new Map(skus.map((sku) => [sku.id, sku]));
  for (const [at, { skuId }] of offerItems.entries()) assertSold(skuOf.get(skuId), contract, `offerItems.${at}.skuId`);
  const terms = offerItems.map(({ skuId, price = null, discount = null }) => ({
    sku_id: skuId,
    fixed_price: price,
    discount,
  }));
  assertPriced(terms, await listedAtStart(tx, contract, effectiveDate, [...named]));
}

function assertSold(sku: SkuRow | undefined, { service_type }: LockedContract, field: string): void {
  if (!sku) throw invalidParameter(field, 'This SKU does not exist.');
  if (itemTypeOf(sku) !== service_type) throw invalidParameter(field, `This contract buys ${service_type} items.`);
}

/** Replaces the items and tiers of an offer. */
export async function keepTerms(
  { tx, contract }: Pick<Moment, 'tx' | 'contract'>,
  offerId: string,
  { offerItems, tieredDiscounts }: Body,
): Promise<void> {
  const of = { contract_id: contract.id, offer_id: offerId };
  await tx
    .deleteFrom('private_offer_item')
    .where((eb) => eb.and(of))
    .execute();
  await tx
    .deleteFrom('private_offer_tier')
    .where((eb) => eb.and(of))
    .execute();
  const items = offerItems.map(
    ({ skuId, price = null, discount = null }, at): ItemRow => ({
      ...of,
      id: newId(offerItemId),
      item_no: at + 1,
      sku_id: skuId,
      fixed_price: price,
      discount,
      listing_price: null,
      list_price: null,
      price_unit: null,
      price: null,
    }),
  );
  if (items.length > 0) await tx.insertInto('private_offer_item').values(items).execute();
  const tiers = tieredDiscounts.map(
    ({ tierLevel, minThreshold, maxThreshold, discountRate }): OfferTierRow => ({
      ...of,
      tier_level: tierLevel,
      min_threshold: minThreshold,
      max_threshold: maxThreshold === '-1' ? null : maxThreshold,
      discount_rate: discountRate,
    }),
  );
  if (tiers.length > 0) await tx.insertInto('private_offer_tier').values(tiers).execute();
}
