import * as z from 'zod/mini';
import { defineCalls, inPath } from '../call.ts';
import { edition } from '../cloud.ts';
import { needs, says } from '../rule.ts';
import { sortedUpBy } from '../sorted.ts';
import {
  contractId,
  contractParams,
  currency,
  idOf,
  idsOf,
  instantText,
  noContent,
  nonNegativeDecimal,
  paged,
  paging,
  replyPrice,
  sensibleInstant,
  text,
  withTwins,
} from '../wire.ts';
import { skuId } from './sku.ts';

export const priceId = idOf('prc');
/** The unit of a quoted price. */
export const priceUnit = text(60);

/**
 * One version of a SKU's list price, or of a contract's price if `contractId` is set, valid in [effectiveFrom,
 * effectiveTo).
 */
const price = z.object({
  id: priceId,
  skuId,
  contractId: z.nullable(contractId),
  currency,
  /** Per unit of the SKU, with 8 to 12 places. */
  unitPrice: replyPrice,
  /** For display, with 8 places and the currency's symbol. */
  unitPriceFormatted: z.string(),
  /** For display, per priceUnit: a storage price is quoted per GB-month and charged per GB-hour. */
  listPrice: replyPrice,
  /** For display: `USD/GB-month` appears beside a quantity in GB-hours. */
  priceUnit,
  /** The origin of the price: the price list, the contract, or the offer or billing version with this `id`. */
  origin: z.object({ kind: z.enum(['list', 'contract', 'offer', 'billing_version']), id: z.nullable(z.string()) }),
  /** The requested time. The price at the start of an hour holds for the whole hour. */
  effectiveFrom: instantText,
  effectiveTo: z.nullable(instantText),
});
export type Price = z.output<typeof price>;

/**
 * A requested price, at most 1,000,000. Times the largest quantity of a record, that is a tenth of a day's limit, so no
 * single record, even with its correction, makes a day unratable.
 */
export const priceRequest = z
  .string(needs('decimalString'))
  .check(z.regex(/^((0|[1-9]\d{0,5})(\.\d{1,12})?|1000000(\.0{1,12})?)$/, says('unitPrice')));

/** A list price in a place, and what it is for. */
const quotedPrice = z.object({
  skuId,
  product: z.string(),
  type: z.string(),
  subType: z.string(),
  billingItem: z.string(),
  tier: z.string(),
  currency,
  /** Per priceUnit, with 8 to 12 places, before discounts, offers and tiers of the contract. */
  ...withTwins({ listPrice: replyPrice }),
  priceUnit,
});
export type QuotedPrice = z.output<typeof quotedPrice>;

const createPriceBody = z.strictObject({
  skuId,
  contractId: z.optional(contractId),
  currency,
  unitPrice: priceRequest,
  /** Default: the unit price. */
  listPrice: z.optional(nonNegativeDecimal),
  priceUnit,
  effectiveFrom: sensibleInstant,
  effectiveTo: z.optional(sensibleInstant),
});

const priceFilters = {
  ...paging,
  ...sortedUpBy('skuId', 'effectiveFrom', 'unitPrice', 'listPrice'),
  skuId: z.optional(skuId),
  currency: z.optional(currency),
  /** The prices in force in the hour of this instant. */
  at: z.optional(sensibleInstant),
};

const read = {
  method: 'GET',
  internal: 'read',
  admission: 'read',
  query: z.strictObject(priceFilters),
  reply: paged(price),
} as const;

const write = { internal: 'price.write', admission: 'write' } as const;

export const prices = defineCalls('price', {
  create: {
    ...write,
    method: 'POST',
    path: '/prices',
    summary: 'Create price versions; an open version yields while a new one holds; other overlaps are refused',
    refusals: ['CONTRACT_NOT_FOUND', 'CURRENCY_CONFLICT', 'MONTH_SIGNED', 'PRICE_CONFLICT'],
    body: z.strictObject({ items: z.array(createPriceBody).check(z.minLength(1), z.maxLength(5000)) }),
    reply: z.object({ items: z.array(price) }),
  },
  update: {
    ...write,
    method: 'PUT',
    path: '/prices/{id}',
    summary: 'Set the end of a price version that no signed month has used',
    refusals: ['MONTH_SIGNED', 'PRICE_CONFLICT', 'PRICE_NOT_FOUND'],
    params: z.strictObject({ id: priceId }),
    body: z.strictObject({ effectiveTo: z.nullable(sensibleInstant) }),
    reply: price,
  },
  delete: {
    ...write,
    method: 'DELETE',
    path: '/prices',
    summary: 'Delete price versions that have not begun, all or none; the versions that they displaced continue',
    refusals: ['MONTH_SIGNED', 'PRICE_IN_USE', 'PRICE_NOT_FOUND'],
    query: z.strictObject({ ids: idsOf(priceId) }),
    reply: noContent,
  },
  list: { ...read, path: '/prices', summary: 'List prices' },
  inRegion: {
    method: 'GET',
    path: '/contracts/{id}/list-prices',
    summary: 'The list prices of this hour in a region and an edition, in the currency of the contract',
    customer: 'contract.read',
    internal: 'read',
    admission: 'read',
    contract: inPath,
    params: contractParams,
    query: z.strictObject({ regionID: text(64), edition }),
    reply: z.object({ items: z.array(quotedPrice) }),
  },
  contractList: {
    ...read,
    path: '/contracts/{id}/prices',
    summary:
      'The price of each SKU for a contract now or in the hour of `at`: the accepted offer’s, its own, or the list’s',
    contract: inPath,
    params: contractParams,
  },
});
