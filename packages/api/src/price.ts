import * as z from 'zod/mini';
import { defineCall, internal } from './call.ts';
import {
  contractId,
  contractParams,
  currency,
  idOf,
  instant,
  listParam,
  noContent,
  nonNegativeDecimal,
  pageOf,
  paging,
  text,
} from './wire.ts';

/** One version of a SKU's list price, valid in [effectiveFrom, effectiveTo); of one contract when contractId is set. */
export const price = z.object({
  id: idOf('prc'),
  skuId: idOf('sku'),
  contractId: z.nullable(contractId),
  currency,
  /** Per unit of the SKU, up to 12 places. */
  unitPrice: nonNegativeDecimal,
  /** For display, 8 places with the currency's symbol. */
  unitPriceFormatted: z.string(),
  /** What people see, per priceUnit: a storage price is quoted by the GB-month and charged by the GB-hour. */
  listPrice: nonNegativeDecimal,
  /** What the price is quoted per, for people: `USD/GB-month` shows beside a GB-hour quantity. */
  priceUnit: text(60),
  effectiveFrom: instant,
  effectiveTo: z.nullable(instant),
});
export type Price = z.output<typeof price>;

const createPriceBody = z.strictObject({
  skuId: idOf('sku'),
  contractId: z.optional(contractId),
  currency,
  unitPrice: nonNegativeDecimal,
  /** The unit price itself when absent. */
  listPrice: z.optional(nonNegativeDecimal),
  priceUnit: text(60),
  effectiveFrom: instant,
  effectiveTo: z.optional(instant),
});

export const createPrices = defineCall({
  id: 'price.create',
  method: 'POST',
  path: '/internal/api/v1/prices',
  summary: 'Create price versions; a new version ends the open one before it, and an overlap is refused',
  access: internal('write'),
  body: z.strictObject({ items: z.array(createPriceBody).check(z.minLength(1), z.maxLength(5000)) }),
  reply: z.object({ items: z.array(price) }),
});

export const endPrice = defineCall({
  id: 'price.update',
  method: 'PUT',
  path: '/internal/api/v1/prices/{id}',
  summary: 'Set the end of a price version that no signed month has used',
  access: internal('write'),
  params: z.strictObject({ id: idOf('prc') }),
  body: z.strictObject({ effectiveTo: z.nullable(instant) }),
  reply: price,
});

export const deletePrices = defineCall({
  id: 'price.delete',
  method: 'DELETE',
  path: '/internal/api/v1/prices',
  summary: 'Delete price versions that have not begun, all or none',
  access: internal('write'),
  query: z.strictObject({ ids: listParam(idOf('prc')) }),
  reply: noContent,
});

const priceFilters = {
  ...paging,
  skuId: z.optional(idOf('sku')),
  currency: z.optional(currency),
  at: z.optional(instant),
};

export const listPrices = defineCall({
  id: 'price.list',
  method: 'GET',
  path: '/internal/api/v1/prices',
  summary: 'List prices',
  access: internal('read'),
  query: z.strictObject(priceFilters),
  reply: pageOf(price),
});

export const listContractPrices = defineCall({
  id: 'price.contract-list',
  method: 'GET',
  path: '/internal/api/v1/contracts/{id}/prices',
  summary: 'The prices that hold for a contract',
  access: internal('read'),
  params: contractParams,
  query: z.strictObject(priceFilters),
  reply: pageOf(price),
});
