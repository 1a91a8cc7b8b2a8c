import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from './call.ts';
import { cloudProvider, costKind, edition } from './cloud.ts';
import { askedPrice } from './price.ts';
import { says } from './rule.ts';
import { skuId } from './sku.ts';
import { sortedBy } from './sorted.ts';
import { askedTier, tierTerms } from './tier.ts';
import {
  contractId,
  contractParams,
  currency,
  exactText,
  idOf,
  lines,
  listParam,
  multiplier,
  noContent,
  optionalLines,
  pageNumber,
  paging,
  toldMultiplier,
  toldPrice,
  wholeInstant,
} from './wire.ts';

export const privateOfferId = idOf('po');
/** An item within its offer. */
export const offerItemId = idOf('poi');

/** @internal for the test of what each takes */
export const offerStatus = z.enum([
  'draft',
  'pending_approval',
  'approved',
  'pending_acceptance',
  'accepted',
  'rejected',
  'expired',
  'invalid',
]);
export type OfferStatus = z.output<typeof offerStatus>;

/** Why an offer is invalid. */
const offerInvalidity = z.enum(['superseded', 'withdrawn', 'contract_ended']);
export type OfferInvalidity = z.output<typeof offerInvalidity>;

const channel = z.enum(['direct', 'marketplace']);
const discountType = z.enum(['standard', 'tiered']);
/** Software alone, in a cloud of the customer's own, or all that a data cloud takes. */
const offerItemType = z.enum(['byoc', 'saas']);
export type OfferItemType = z.output<typeof offerItemType>;

/** In seconds since 1970. */
const epochSeconds = z.int();

/** An offer can price this, which has a list price; prices are per `unit`. */
const billingItem = {
  skuId,
  type: costKind,
  itemType: offerItemType,
  cloudProvider,
  region: z.string(),
  /** What its provider calls the region. */
  regionName: z.string(),
  edition,
  billingItem: z.string(),
  /** Empty where the billing item has none. */
  tier: z.string(),
  /** Null where the price list has none in the currency. */
  listingPrice: z.nullable(toldPrice),
  unit: exactText(40),
  /** What bills quote the price per: a discount as the price list does, a fixed price by the unit. */
  priceUnit: z.string(),
  /** For core-hours of a machine series. */
  creditPerCoreHour: z.nullable(z.string()),
} as const;
const offeredSku = z.object(billingItem);
export type OfferedSku = z.output<typeof offeredSku>;

const offerItem = z.object({
  id: offerItemId,
  ...billingItem,
  /** What a unit costs under the offer; fixed when it is submitted. Null in a draft while the list price is missing. */
  price: z.nullable(toldPrice),
  /** What the listing price is multiplied by; 1 where the price is fixed. */
  discount: toldMultiplier,
});
export type OfferItem = z.output<typeof offerItem>;

/** Which terms an offer has: raised with each edit. */
const revision = z.int().check(z.positive(), z.lte(2_147_483_647));
/** The one that was read. Another one by now is refused: what is decided on is what was read. */
const readRevision = z.optional(revision);

const privateOffer = z.object({
  id: privateOfferId,
  revision,
  contractId,
  status: offerStatus,
  channel,
  currency,
  discountType,
  effectiveDate: epochSeconds,
  /** Null: it is open. */
  expirationDate: z.nullable(epochSeconds),
  /** When its prices end: at its expiration, or before it where something has ended it. Null: they are open. */
  endsAt: z.nullable(epochSeconds),
  confirmationDeadline: epochSeconds,
  createdAt: epochSeconds,
  comment: z.nullable(z.string()),
  tieredDiscounts: z.array(tierTerms),
  offerItems: z.array(offerItem),
  response: z.nullable(
    z.object({
      action: z.enum(['accept', 'reject']),
      comment: z.nullable(z.string()),
      respondedAt: epochSeconds,
    }),
  ),
  invalidReason: z.nullable(offerInvalidity),
  /** Told internally alone, by the names of internal tokens, as all that follows. */
  creator: z.optional(z.nullable(z.string())),
  approver: z.optional(z.nullable(z.string())),
  approvalComment: z.optional(z.nullable(z.string())),
});
export type PrivateOffer = z.output<typeof privateOffer>;

const offerBody = z.strictObject({
  channel: z._default(channel, 'direct'),
  /** The contract's; another one is refused. */
  currency: z.optional(currency),
  discountType: z._default(discountType, 'standard'),
  effectiveDate: wholeInstant,
  expirationDate: z.optional(z.nullable(wholeInstant)),
  confirmationDeadline: wholeInstant,
  comment: optionalLines(2_000),
  tieredDiscounts: z._default(z.array(askedTier).check(z.maxLength(50, says('tooMany', { max: 50 }))), []),
  offerItems: z._default(
    z
      .array(
        z.strictObject({
          skuId,
          /** Exactly one of these two. */
          price: z.optional(askedPrice),
          discount: z.optional(multiplier),
        }),
      )
      .check(z.maxLength(500, says('tooMany', { max: 500 }))),
    [],
  ),
});

const ofContract = { contract: inPath, params: contractParams } as const;
const path = '/contracts/{id}/private-offers';
const onePath = '/contracts/{id}/private-offers/{poid}';
export const privateOfferParams = z.strictObject({ id: contractId, poid: privateOfferId });
const ofOne = { contract: inPath, params: privateOfferParams } as const;
const write = { internal: 'price.write', admission: 'write' } as const;
/** What writing an offer's terms down can be refused with. */
const termRefusals = ['CONTRACT_STATE_CONFLICT', 'CURRENCY_CONFLICT', 'MONTH_SIGNED', 'PRICE_CONFLICT'] as const;

const listedItems = z.object({ items: z.array(offeredSku) });
const itemQuery = { cloudProvider, currency: z._default(currency, 'USD') };
const items = { method: 'GET', internal: 'read', admission: 'read', reply: listedItems } as const;

const processed = {
  ...write,
  method: 'POST',
  /** Without a body it is all contracts of the kind. */
  body: z._default(z.strictObject({ contractId: z.optional(contractId) }), {}),
  refusals: ['CONTRACT_NOT_FOUND', 'MONTH_SIGNED'],
  reply: z.object({
    /** Of each accepted offer, also of those that have ended, how many prices and tiered rates. */
    items: z.array(z.object({ contractId, privateOfferId, written: z.int(), ended: z.int(), unchanged: z.int() })),
    /** Contracts that could not be brought to it, each with why; the others are. */
    refused: z.array(z.object({ contractId, reason: z.string(), message: z.string() })),
  }),
} as const;

export const privateOffers = defineCalls('private-offer', {
  list: {
    ...billingRead,
    path,
    summary: 'The private offers of a contract, the newest first',
    params: contractParams,
    query: z.strictObject({
      ...paging,
      /** The same as pageNum. */
      page: z.optional(pageNumber),
      statuses: z.optional(listParam(offerStatus)),
      ...sortedBy('createdAt', 'effectiveDate', 'confirmationDeadline'),
    }),
    reply: z.object({
      privateOffers: z.array(privateOffer),
      paginator: z.object({ pageNum: z.int(), pageSize: z.int(), totalSize: z.int() }),
    }),
  },
  get: {
    ...billingRead,
    path: onePath,
    summary: 'A private offer',
    refusals: ['PRIVATE_OFFER_NOT_FOUND'],
    params: privateOfferParams,
    reply: privateOffer,
  },
  create: {
    ...write,
    ...ofContract,
    locks: 'contract',
    method: 'POST',
    path,
    summary: 'Draft a private offer',
    refusals: termRefusals,
    body: offerBody,
    reply: privateOffer,
  },
  update: {
    ...write,
    ...ofOne,
    locks: 'contract',
    method: 'PUT',
    path: onePath,
    summary: 'Replace the terms of an offer that is a draft or was rejected; it is a draft from then on',
    refusals: [...termRefusals, 'OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    body: offerBody,
    reply: privateOffer,
  },
  delete: {
    ...write,
    ...ofOne,
    locks: 'contract',
    method: 'DELETE',
    path: onePath,
    summary: 'Delete an offer that is a draft, or was rejected, has expired or is invalid',
    refusals: ['OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    reply: noContent,
  },
  submit: {
    ...write,
    ...ofOne,
    locks: 'contract',
    method: 'POST',
    path: '/contracts/{id}/private-offers/{poid}/submit',
    summary: 'Submit a draft for approval; its prices are fixed by the price list of its effective hour',
    refusals: [...termRefusals, 'OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    reply: privateOffer,
  },
  approve: {
    ...write,
    ...ofOne,
    locks: 'contract',
    method: 'POST',
    path: '/contracts/{id}/private-offers/{poid}/approve',
    summary: 'Approve or reject a submitted offer; the buyer can answer it once what is known of them is complete',
    refusals: ['CONTRACT_STATE_CONFLICT', 'MONTH_SIGNED', 'OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    body: z.strictObject({
      action: z.enum(['approve', 'reject']),
      comment: optionalLines(2_000),
      revision: readRevision,
    }),
    reply: privateOffer,
  },
  respond: {
    ...ofOne,
    customer: 'billing.manage',
    locks: 'contract',
    admission: 'write',
    method: 'POST',
    path: '/contracts/{id}/private-offers/{poid}/respond',
    summary: 'Accept an offer, which prices usage from its effective hour on; or reject it, and say why',
    refusals: ['MONTH_SIGNED', 'OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    body: z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('accept'), comment: optionalLines(2_000), revision: readRevision }),
      z.strictObject({ action: z.literal('reject'), comment: lines(2_000), revision: readRevision }),
    ]),
    reply: privateOffer,
  },
  withdraw: {
    ...write,
    ...ofOne,
    locks: 'contract',
    method: 'POST',
    path: '/contracts/{id}/private-offers/{poid}/withdraw',
    summary: 'Withdraw an offer; of an accepted one the prices end with the running hour',
    refusals: ['OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    body: z.strictObject({ reason: optionalLines(500) }),
    reply: privateOffer,
  },
  byocItems: {
    ...items,
    path: '/billing/byoc-billing-items',
    summary: 'What offers can price for contracts that bring their own cloud',
    query: z.strictObject(itemQuery),
  },
  saasItems: {
    ...items,
    path: '/billing/saas-billing-items',
    summary: 'What offers can price for contracts that use data clouds of the platform',
    query: z.strictObject({ ...itemQuery, region: z.optional(exactText(64)) }),
  },
  processByoc: {
    ...processed,
    path: '/private-offers/process-byoc-discounts',
    summary:
      'Bring prices and tiers of contracts with their own cloud to what their offers say; repeating it changes nothing',
  },
  processSaas: {
    ...processed,
    path: '/private-offers/process-saas-discounts',
    summary: 'Bring prices and tiers of the other contracts to what their offers say; repeating it changes nothing',
  },
});
