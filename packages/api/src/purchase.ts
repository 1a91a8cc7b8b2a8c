import * as z from 'zod/mini';
import { defineCall, internal, internalTwin, onContract } from './call.ts';
import { cloudProvider, edition } from './cloud.ts';
import {
  boolParam,
  contractId,
  contractParams,
  day,
  epochMs,
  exactDecimal,
  instant,
  listParam,
  ordering,
  pageOf,
  paging,
  text,
} from './wire.ts';

/** A rated row: what was used, at which price, and what it costs. */
export const purchase = z.object({
  id: z.string(),
  edition,
  product: z.string(),
  type: z.string(),
  subType: z.string(),
  start: instant,
  end: instant,
  objectName: z.string(),
  objectID: z.string(),
  consumption: exactDecimal,
  consumptionFormatted: z.string(),
  consumptionUnit: z.string(),
  billingItem: z.string(),
  listPrice: exactDecimal,
  listPriceFormatted: z.string(),
  priceUnit: z.string(),
  /** The price multiplier; 1 shows as a dash. */
  zhekou: z.string(),
  zhekouFormatted: z.string(),
  /** Exact, 12 places. */
  amount: exactDecimal,
  amountFormatted: z.string(),
  datacloudName: z.string(),
  datacloudID: z.string(),
  cloudProvider,
  region: z.string(),
  chargeable: z.boolean(),
  /** Usage that came after its month was signed, billed in the month that was open. */
  adjustment: z.boolean(),
});
export type Purchase = z.output<typeof purchase>;

const many = <T extends z.ZodMiniType<string, string>>(item: T) => z.optional(listParam(item));

/** Every filter of the usage screens; `start` and `end` are a half-open range in epoch milliseconds. */
export const purchaseFilters = {
  start: z.optional(epochMs),
  end: z.optional(epochMs),
  datacloudID: many(text(64)),
  objectID: many(text(300)),
  includeZeroAmount: z._default(boolParam, true),
  edition: many(edition),
  cloudProvider: many(cloudProvider),
  region: many(text(64)),
  product: many(text(120)),
  type: many(text(120)),
  subType: many(text(120, 0)),
  billingItem: many(text(200)),
};

export const purchaseOrderBy = z.enum([
  'start',
  'amount',
  'consumption',
  'listPrice',
  'product',
  'datacloudName',
  'billingItem',
  'region',
]);
export const aggDimension = z.enum([
  'product',
  'type',
  'subType',
  'billingItem',
  'region',
  'cloudProvider',
  'edition',
  'datacloudID',
  'objectID',
  'day',
]);
export type AggDimension = z.output<typeof aggDimension>;

const base = { method: 'GET', access: onContract('billing.read'), params: contractParams } as const;

export const listPurchases = defineCall({
  ...base,
  id: 'purchase.list',
  path: '/api/v1/contracts/{id}/purchases',
  summary: 'Rated rows, filtered and ordered',
  query: z.strictObject({ ...purchaseFilters, ...paging, ordering, orderBy: z._default(purchaseOrderBy, 'start') }),
  reply: pageOf(purchase),
});

export const aggregate = z.object({
  product: z.optional(z.string()),
  type: z.optional(z.string()),
  subType: z.optional(z.string()),
  billingItem: z.optional(z.string()),
  region: z.optional(z.string()),
  cloudProvider: z.optional(z.string()),
  edition: z.optional(z.string()),
  datacloudID: z.optional(z.string()),
  datacloudName: z.optional(z.string()),
  objectID: z.optional(z.string()),
  objectName: z.optional(z.string()),
  day: z.optional(day),
  /** Exact, up to 12 places, so that it adds up with the rows. */
  amount: exactDecimal,
  amountFormatted: z.string(),
  /** Present where all rows of the group share a unit. */
  consumption: z.optional(z.string()),
  consumptionUnit: z.optional(z.string()),
});
export type PurchaseAggregate = z.output<typeof aggregate>;

export const aggregatePurchases = defineCall({
  ...base,
  id: 'purchase.agg-by',
  path: '/api/v1/contracts/{id}/purchases/agg-by',
  summary: 'Amounts by the dimensions asked for, largest first',
  query: z.strictObject({ ...purchaseFilters, aggDimensions: listParam(aggDimension) }),
  reply: z.object({ items: z.array(aggregate) }),
});

export const skuAggregate = z.object({
  ...z.pick(aggregate, { amount: true, amountFormatted: true }).shape,
  product: z.string(),
  type: z.string(),
  subType: z.string(),
  billingItem: z.string(),
  cloudProvider: z.string(),
  region: z.string(),
  edition: z.string(),
  listPrice: z.string(),
  listPriceFormatted: z.string(),
  priceUnit: z.string(),
  zhekou: z.string(),
  zhekouFormatted: z.string(),
  consumption: z.string(),
  consumptionFormatted: z.string(),
  consumptionUnit: z.string(),
});
export type SkuAggregate = z.output<typeof skuAggregate>;

export const aggregatePurchasesBySku = defineCall({
  ...base,
  id: 'purchase.agg-by-sku',
  path: '/api/v1/contracts/{id}/purchases/agg-by-sku',
  summary: 'Amounts and consumption by SKU, list price and discount',
  query: z.strictObject(purchaseFilters),
  reply: z.object({ items: z.array(skuAggregate) }),
});

export const dailyAccumulation = z.object({
  day,
  amount: exactDecimal,
  amountFormatted: z.string(),
  accAmount: exactDecimal,
  accAmountFormatted: z.string(),
});
export type DailyAccumulation = z.output<typeof dailyAccumulation>;

export const accumulatePurchasesDaily = defineCall({
  ...base,
  id: 'purchase.daily-acc',
  path: '/api/v1/contracts/{id}/purchases/daily-acc',
  summary: 'Amount of each day and the running total, one row a day of the range, zero days too',
  query: z.strictObject(purchaseFilters),
  reply: z.object({ items: z.array(dailyAccumulation) }),
});

export const distinctPurchaseFields = defineCall({
  ...base,
  id: 'purchase.distinct-fields',
  path: '/api/v1/contracts/{id}/purchases/distinct-fields',
  summary: 'The values that the filters can take in a range',
  query: z.strictObject({ start: epochMs, end: epochMs }),
  reply: z.object({
    products: z.array(z.string()),
    types: z.array(z.string()),
    subTypes: z.array(z.string()),
    internalPriceNames: z.array(z.string()),
    regions: z.array(z.object({ cloudProvider: z.string(), region: z.string() })),
    editions: z.array(z.string()),
    dataclouds: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const downloadPurchases = defineCall({
  ...base,
  id: 'purchase.download',
  path: '/api/v1/contracts/{id}/purchases/download',
  summary: 'All rated rows of a range as CSV, filtered like the list',
  query: z.strictObject({ ...purchaseFilters, start: epochMs, end: epochMs }),
  replyMedia: 'text/csv',
  reply: z.string(),
});

export const listPurchasesInternal = internalTwin(listPurchases);
export const aggregatePurchasesInternal = internalTwin(aggregatePurchases);
export const aggregatePurchasesBySkuInternal = internalTwin(aggregatePurchasesBySku);
export const accumulatePurchasesDailyInternal = internalTwin(accumulatePurchasesDaily);
export const distinctPurchaseFieldsInternal = internalTwin(distinctPurchaseFields);
export const downloadPurchasesInternal = internalTwin(downloadPurchases);

export const calculatePurchases = defineCall({
  id: 'purchase.calculate',
  method: 'POST',
  path: '/internal/api/v1/purchases',
  summary: 'Rate the usage of a window again, replacing what was rated before; signed months are never touched',
  access: internal('write'),
  body: z.strictObject({ contractId, start: instant, end: instant }),
  reply: z.object({ contractId, start: instant, end: instant, days: z.int(), rows: z.int(), amount: z.string() }),
});
