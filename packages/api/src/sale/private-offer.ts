import * as z from 'zod/mini';
import { billingRead, defineCalls, inPath } from '../call.ts';
import { cloudProvider, costKind, edition } from '../cloud.ts';
import { priceRequest } from '../metering/price.ts';
import { skuId } from '../metering/sku.ts';
import { tierRequest, tierTerms } from '../metering/tier.ts';
import { says } from '../rule.ts';
import { sortedBy } from '../sorted.ts';
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
  replyMultiplier,
  replyPrice,
  wholeInstant,
} from '../wire.ts';

export const privateOfferId = idOf('po');
/** The id of an item within its offer. */
export const offerItemId = idOf('poi');

/** @internal for the test of allowed actions */
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

/** The reason why an offer is invalid. */
const offerInvalidity = z.enum(['superseded', 'withdrawn', 'contract_ended']);
export type OfferInvalidity = z.output<typeof offerInvalidity>;

const channel = z.enum(['direct', 'marketplace']);
const discountType = z.enum(['standard', 'tiered']);
/** `byoc` items are software only, for the customer's own cloud; `saas` items are all others. */
const offerItemType = z.enum(['byoc', 'saas']);
export type OfferItemType = z.output<typeof offerItemType>;

/** In seconds since 1970. */
const epochSeconds = z.int();

/** A billing item that an offer can price, per `unit`. */
const billingItem = {
  skuId,
  type: costKind,
  itemType: offerItemType,
  cloudProvider,
  region: z.string(),
  /** The provider's name of the region. */
  regionName: z.string(),
  edition,
  billingItem: z.string(),
  /** Empty if the billing item has none. */
  tier: z.string(),
  /** Null if the item has no list price in the currency. */
  listingPrice: z.nullable(replyPrice),
  unit: exactText(40),
  /** The unit of quoted prices on bills: that of the list price for a discount, the plain unit for a fixed price. */
  priceUnit: z.string(),
  /** Only for core-hours of a machine series. */
  creditPerCoreHour: z.nullable(replyMultiplier),
} as const;
const offeredSku = z.object(billingItem);
export type OfferedSku = z.output<typeof offeredSku>;

const offerItem = z.object({
  id: offerItemId,
  ...billingItem,
  /** The unit price under the offer, fixed on submission. Null in a draft without a list price. */
  price: z.nullable(replyPrice),
  /** The multiplier of the list price; 1 for a fixed price. */
  discount: replyMultiplier,
});
export type OfferItem = z.output<typeof offerItem>;

/** The version of the terms, which each edit increments. */
const revision = z.int().check(z.positive(), z.lte(2_147_483_647));
/** The revision that the caller has read. A decision on a later one is refused. */
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
  /** Null if there is none. */
  expirationDate: z.nullable(epochSeconds),
  /** The end of its prices: the expiration, or an earlier end. Null if there is none. */
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
  /** These fields are for internal callers only, and name internal tokens. */
  creator: z.optional(z.nullable(z.string())),
  approver: z.optional(z.nullable(z.string())),
  approvalComment: z.optional(z.nullable(z.string())),
});
export type PrivateOffer = z.output<typeof privateOffer>;

const offerBody = z.strictObject({
  channel: z._default(channel, 'direct'),
  /** The contract's currency; another one is refused. */
  currency: z.optional(currency),
  discountType: z._default(discountType, 'standard'),
  effectiveDate: wholeInstant,
  expirationDate: z.optional(z.nullable(wholeInstant)),
  confirmationDeadline: wholeInstant,
  comment: optionalLines(2_000),
  tieredDiscounts: z._default(z.array(tierRequest).check(z.maxLength(50, says('tooMany', { max: 50 }))), []),
  offerItems: z._default(
    z
      .array(
        z.strictObject({
          skuId,
          /** Exactly one of these two. */
          price: z.optional(priceRequest),
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
/** The reasons for refusing the terms of an offer. */
const termRefusals = ['CONTRACT_STATE_CONFLICT', 'CURRENCY_CONFLICT', 'MONTH_SIGNED', 'PRICE_CONFLICT'] as const;

const listedItems = z.object({ items: z.array(offeredSku) });
const itemQuery = { cloudProvider, currency: z._default(currency, 'USD') };
const items = { method: 'GET', internal: 'read', admission: 'read', reply: listedItems } as const;

const processed = {
  ...write,
  method: 'POST',
  /** Without a body, all contracts of the type. */
  body: z._default(z.strictObject({ contractId: z.optional(contractId) }), {}),
  refusals: ['CONTRACT_NOT_FOUND', 'MONTH_SIGNED'],
  reply: z.object({
    /** The numbers of prices and tiered rates of each accepted offer, ended ones included. */
    items: z.array(z.object({ contractId, privateOfferId, written: z.int(), ended: z.int(), unchanged: z.int() })),
    /** The contracts that were refused, with the reason; all others were processed. */
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
      /** An alias of pageNum. */
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
    summary: 'Replace the terms of a draft or a rejected offer, which becomes a draft',
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
    summary: 'Approve or reject a submitted offer; the buyer can answer an approved one once its KYC is complete',
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
    summary: 'Accept an offer, which then sets the prices from its effective hour on; or reject it with a reason',
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
    summary: 'Withdraw an offer; the prices of an accepted one end with the current hour',
    refusals: ['OFFER_STATE_CONFLICT', 'PRIVATE_OFFER_NOT_FOUND'],
    body: z.strictObject({ reason: optionalLines(500) }),
    reply: privateOffer,
  },
  byocItems: {
    ...items,
    path: '/billing/byoc-billing-items',
    summary: 'The items that offers can price for contracts with their own cloud',
    query: z.strictObject(itemQuery),
  },
  saasItems: {
    ...items,
    path: '/billing/saas-billing-items',
    summary: 'The items that offers can price for contracts that use data clouds of the platform',
    query: z.strictObject({ ...itemQuery, region: z.optional(exactText(64)) }),
  },
  processByoc: {
    ...processed,
    path: '/private-offers/process-byoc-discounts',
    summary:
      'Set prices and tiers of contracts with their own cloud as their offers define them; repeating it changes nothing',
  },
  processSaas: {
    ...processed,
    path: '/private-offers/process-saas-discounts',
    summary: 'Set prices and tiers of the other contracts as their offers define them; repeating it changes nothing',
  },
});

/** Offers that wait for an answer; a page tells of no more. */
export const waitingOffers = { query: { statuses: 'pending_acceptance', pageSize: 3 } } as const;
