import * as z from 'zod/mini';
import { defineCalls, inPath } from './call.ts';
import { needs, says } from './rule.ts';
import { skuId } from './sku.ts';
import { sortedUpBy } from './sorted.ts';
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
  sensibleInstant,
  text,
  toldPrice,
} from './wire.ts';

export const priceId = idOf('prc');
/** What a price is quoted per. */
export const priceUnit = text(60);

/** One version of a SKU's list price, valid in [effectiveFrom, effectiveTo); of one contract when contractId is set. */
const price = z.object({
  id: priceId,
  skuId,
  contractId: z.nullable(contractId),
  currency,
  /** Per unit of the SKU, 8 to 12 places. */
  unitPrice: toldPrice,
  /** For display, 8 places with the currency's symbol. */
  unitPriceFormatted: z.string(),
  /** What people see, per priceUnit: a storage price is quoted by the GB-month and charged by the GB-hour. */
  listPrice: toldPrice,
  /** What the price is quoted per, for people: `USD/GB-month` shows beside a GB-hour quantity. */
  priceUnit,
  /** What it was agreed in: the price list, the contract, or the offer or billing version that `id` names. */
  origin: z.object({ kind: z.enum(['list', 'contract', 'offer', 'billing_version']), id: z.nullable(z.string()) }),
  /** As it was given; what holds at the start of an hour holds for all of it. */
  effectiveFrom: instantText,
  effectiveTo: z.nullable(instantText),
});
export type Price = z.output<typeof price>;

/**
 * A price of a request, at most 1,000,000. Times the largest quantity that a record may have it stays a tenth of what a day
 * may come to, so that no single record keeps its contract from being rated, not beside its correction either.
 */
export const askedPrice = z
  .string(needs('decimalString'))
  .check(z.regex(/^((0|[1-9]\d{0,5})(\.\d{1,12})?|1000000(\.0{1,12})?)$/, says('unitPrice')));

const createPriceBody = z.strictObject({
  skuId,
  contractId: z.optional(contractId),
  currency,
  unitPrice: askedPrice,
  /** The unit price itself when absent. */
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
  /** What holds in the hour that this lies in. */
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
    summary: 'Create price versions; the open one makes way for as long as a new one holds; other overlaps are refused',
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
    summary: 'Delete price versions that have not begun, all or none; those that they ended go on',
    refusals: ['MONTH_SIGNED', 'PRICE_IN_USE', 'PRICE_NOT_FOUND'],
    query: z.strictObject({ ids: idsOf(priceId) }),
    reply: noContent,
  },
  list: { ...read, path: '/prices', summary: 'List prices' },
  contractList: {
    ...read,
    path: '/contracts/{id}/prices',
    summary:
      'What each SKU costs a contract now, or in the hour of `at`: by its accepted offer, its own price, or the list',
    contract: inPath,
    params: contractParams,
  },
});
