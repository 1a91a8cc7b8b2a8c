import * as z from 'zod/mini';
import { costsRead, defineCalls, inBody } from '../call.ts';
import { cloudProvider, edition } from '../cloud.ts';
import { tagKey } from '../contract/datacloud-tag.ts';
import { skuDimensions } from '../metering/sku.ts';
import { sortedBy } from '../sorted.ts';
import {
  boolParam,
  contractId,
  contractParams,
  day,
  epochMs,
  exactDecimal,
  exactText,
  instantText,
  listParam,
  paged,
  paging,
  replyMultiplier,
  replyPrice,
  sensibleInstant,
  withTwins,
} from '../wire.ts';
import { changedDimension, changes } from './purchase/purchase-change.ts';
import { purchaseConditions, purchaseFilters } from './purchase/purchase-filter.ts';
import { monthForecast } from './purchase/purchase-forecast.ts';

/** A rated row: usage with its price and its amount. */
export const purchase = z.object({
  id: z.string(),
  ...skuDimensions,
  cloudProvider,
  edition,
  /** The provider's name of the region. */
  regionName: z.string(),
  start: instantText,
  end: instantText,
  objectName: z.string(),
  objectID: z.string(),
  ...withTwins({ consumption: exactDecimal }),
  consumptionUnit: z.string(),
  /** The quoted price of a `priceUnit`. The charged price of a `consumptionUnit` is `unitPrice` × `zhekou`. */
  ...withTwins({ listPrice: replyPrice, unitPrice: replyPrice }),
  priceUnit: z.string(),
  /** The price multiplier; 1 shows as a dash. */
  ...withTwins({ zhekou: replyMultiplier }),
  /** Exact, with 12 places. */
  ...withTwins({ amount: exactDecimal }),
  datacloudName: z.string(),
  datacloudID: z.string(),
  chargeable: z.boolean(),
  /** The mode of the tiers that set the multiplier; null without tiers. */
  tierMode: z.nullable(z.string()),
  /** The private offer that set its price or tiers; null if none did. */
  offerId: z.nullable(z.string()),
  /** The index of the slice within its usage record: a record that passes into another tier has several rows. */
  sliceNo: z.int(),
  /** True for usage that arrived after its month was signed, and is billed in the open month. */
  adjustment: z.boolean(),
  /** The tags that its data cloud had in the hour of the usage. */
  tags: z.record(z.string(), z.string()),
});
export type Purchase = z.output<typeof purchase>;

/** The key by whose values the dimension `tag` groups. */
const tagGrouping = { tagKey: z.optional(tagKey) };

const purchaseOrder = sortedBy(
  'start',
  'amount',
  'consumption',
  'listPrice',
  'product',
  'datacloudName',
  'billingItem',
  'region',
);
const groupingDimensions = [
  'product',
  'type',
  'subType',
  'billingItem',
  'region',
  'cloudProvider',
  'edition',
  'datacloudID',
  'objectID',
] as const;
export type PurchaseGrouping = (typeof groupingDimensions)[number];
const aggDimension = z.enum([...groupingDimensions, 'tag', 'day']);
export type AggDimension = z.output<typeof aggDimension>;

/** The values that all rows of a group share, with their names. */
const groupKeys = {
  product: z.optional(z.string()),
  type: z.optional(z.string()),
  subType: z.optional(z.string()),
  billingItem: z.optional(z.string()),
  region: z.optional(z.string()),
  /** The provider's name of the region; only if the provider is a dimension, too. */
  regionName: z.optional(z.string()),
  cloudProvider: z.optional(z.string()),
  edition: z.optional(z.string()),
  datacloudID: z.optional(z.string()),
  datacloudName: z.optional(z.string()),
  objectID: z.optional(z.string()),
  objectName: z.optional(z.string()),
  /** The value of the tag `tagKey`; null for usage without it. */
  tag: z.optional(z.nullable(z.string())),
};

const aggregate = z.object({
  ...groupKeys,
  day: z.optional(day),
  /** Exact, with up to 12 places, so that it equals the sum of the rows. */
  ...withTwins({ amount: exactDecimal }),
  /** Only if all rows of the group have the same unit. */
  consumption: z.optional(z.string()),
  consumptionUnit: z.optional(z.string()),
});
export type PurchaseAggregate = z.output<typeof aggregate>;

const skuAggregate = z.object({
  ...skuDimensions,
  ...withTwins({ amount: exactDecimal, listPrice: replyPrice, zhekou: replyMultiplier, consumption: z.string() }),
  priceUnit: z.string(),
  consumptionUnit: z.string(),
});
export type SkuAggregate = z.output<typeof skuAggregate>;

const dailyAccumulation = z.object({
  day,
  ...withTwins({ amount: exactDecimal, accAmount: exactDecimal }),
});
export type DailyAccumulation = z.output<typeof dailyAccumulation>;

const windowText = z.object({ start: instantText, end: instantText });
export const purchaseStep = z.enum(['day', 'week', 'month']);
export type PurchaseStep = z.output<typeof purchaseStep>;

/** The comparison of the compared part of an amount with that of the former period, exact. */
const compared = z.object({
  ...withTwins({ amount: exactDecimal, formerAmount: exactDecimal, change: exactDecimal }),
  /** The change in percent of the former amount, with one place, such as "-12.4"; null if that is 0. */
  changePercent: z.nullable(z.string()),
});

const group = z.object({
  ...groupKeys,
  /** Exact, with up to 12 places, so that the groups add up to the total. */
  ...withTwins({ amount: exactDecimal }),
  compared: z.optional(compared),
  /** The percentage of the total, with one place; null if the total is 0. */
  share: z.nullable(z.string()),
  /** The amount of each step of the reply. */
  steps: z.array(exactDecimal),
});
export type PurchaseGroup = z.output<typeof group>;

const stepAmount = z.object({
  /** The step's first day within the range. */
  start: day,
  ...withTwins({ amount: exactDecimal }),
});
export type PurchaseStepAmount = z.output<typeof stepAmount>;

const anomaly = z.object({
  day,
  /** The amount of the day, and the one that the weeks before it lead to expect. */
  ...withTwins({ amount: exactDecimal, expected: exactDecimal }),
  /** Imported days come from another bill, and a marketplace bills its own. */
  meteredBy: z.enum(['platform', 'import', 'marketplace']),
});
export type PurchaseAnomaly = z.output<typeof anomaly>;

/** The age of what reads of rated usage tell; `usageThrough` is null without any. */
const freshness = z.object({ asOf: instantText, usageThrough: z.nullable(instantText) });
export type PurchaseFreshness = z.output<typeof freshness>;

const read = { ...costsRead, reads: 'replica', params: contractParams } as const;

export const purchases = defineCalls('purchase', {
  list: {
    ...read,
    path: '/contracts/{id}/purchases',
    summary: 'Rated rows, filtered and ordered; without a range, those of the current month',
    query: z.strictObject({ ...purchaseFilters, ...paging, ...purchaseOrder }),
    reply: paged(purchase),
  },
  aggBy: {
    ...read,
    path: '/contracts/{id}/purchases/agg-by',
    summary: 'Amounts by the requested dimensions, largest first; without a range, of the current month',
    query: z.strictObject({ ...purchaseFilters, ...tagGrouping, aggDimensions: listParam(aggDimension) }),
    reply: z.object({ items: z.array(aggregate) }),
  },
  groups: {
    ...read,
    path: '/contracts/{id}/purchases/groups',
    summary:
      'Amounts by one dimension with their share and steps, compared with a former period if one is named; a week ' +
      'begins on Monday',
    query: z.strictObject({
      ...purchaseFilters,
      ...paging,
      ...sortedBy('amount', 'former', 'change', 'name'),
      /** Regions are grouped with their provider, since two providers may use the same id. */
      groupBy: z._default(z.enum([...groupingDimensions, 'tag']), 'product'),
      ...tagGrouping,
      step: z._default(purchaseStep, 'day'),
      /** Lists only groups whose name or id contains this; the sums are of all. */
      find: z.optional(exactText(200, 0)),
      /** The period to compare with; both bounds or none. */
      formerStart: z.optional(epochMs),
      formerEnd: z.optional(epochMs),
      /**
       * Compares equally many days of both periods, and only days of which all usage has arrived: usage metered by the
       * day arrives at its end. A past period of whole days is compared with the whole former one.
       */
      wholeDays: z._default(boolParam, false),
    }),
    /** Groups of either period, and the sums of all groups. */
    reply: z.extend(paged(group), {
      ...withTwins({ amount: exactDecimal }),
      compared: z.optional(compared),
      /** The compared days, if a former period is named and has any. */
      comparedDays: z.optional(z.object({ now: windowText, before: windowText })),
      steps: z.array(stepAmount),
      /** The steps of the former period, if one is named. */
      formerSteps: z.optional(z.array(stepAmount)),
    }),
  },
  aggBySku: {
    ...read,
    path: '/contracts/{id}/purchases/agg-by-sku',
    summary: 'Amounts and consumption by SKU, list price and discount; without a range, of the current month',
    query: z.strictObject(purchaseFilters),
    reply: z.object({ items: z.array(skuAggregate) }),
  },
  dailyAcc: {
    ...read,
    path: '/contracts/{id}/purchases/daily-acc',
    summary:
      'The amount of each day of the range and the running total, also for days without usage; by default the current month',
    query: z.strictObject(purchaseFilters),
    reply: z.object({ items: z.array(dailyAccumulation) }),
  },
  changes: {
    ...read,
    path: '/contracts/{id}/purchases/changes',
    summary:
      'The causes of the difference between two periods, in total and for the largest ups and downs; by default the same days of the month before',
    query: z.strictObject({
      ...purchaseFilters,
      /** The period to compare with; both bounds or none. */
      formerStart: z.optional(epochMs),
      formerEnd: z.optional(epochMs),
      by: z._default(changedDimension, 'datacloudID'),
    }),
    reply: z.object({
      former: windowText,
      later: windowText,
      ...changes,
    }),
  },
  forecast: {
    ...read,
    path: '/contracts/{id}/purchases/forecast',
    summary: 'The amount expected at the end of the current month, with a band that holds it in four of five cases',
    query: z.strictObject(purchaseConditions),
    reply: monthForecast,
  },
  anomalies: {
    ...read,
    path: '/contracts/{id}/purchases/anomalies',
    summary:
      'The days of a range whose amount is far from what the weeks before lead to expect (docs/decisions/0073); ' +
      'without a range, of the current month',
    query: z.strictObject(purchaseFilters),
    reply: z.object({ items: z.array(anomaly) }),
  },
  distinctFields: {
    ...read,
    path: '/contracts/{id}/purchases/distinct-fields',
    summary: 'The values that the filters can take in a range, by default the current month',
    query: z.strictObject({ start: epochMs, end: epochMs }),
    reply: z.object({
      products: z.array(z.string()),
      types: z.array(z.string()),
      subTypes: z.array(z.string()),
      internalPriceNames: z.array(z.string()),
      regions: z.array(z.object({ cloudProvider: z.string(), region: z.string(), regionName: z.string() })),
      editions: z.array(z.string()),
      dataclouds: z.array(z.object({ id: z.string(), name: z.string() })),
      /** The tags that the data clouds of the contract had in the range. */
      tags: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
    }),
  },
  freshness: {
    ...costsRead,
    admission: 'read',
    path: '/contracts/{id}/purchases/freshness',
    summary: 'The time of the reply, and the end of the latest rated usage at that time',
    params: contractParams,
    reply: freshness,
  },
  download: {
    ...read,
    path: '/contracts/{id}/purchases/download',
    summary: 'All rated rows of a range as CSV, filtered like the list',
    admission: 'usage-export',
    query: z.strictObject({ ...purchaseFilters, start: epochMs, end: epochMs }),
    replyMedia: 'text/csv',
    reply: z.string(),
  },
  calculate: {
    internal: 'operation.write',
    admission: 'usage-write',
    method: 'POST',
    path: '/purchases',
    summary: 'Rate the usage of a window again, replacing what was rated before; signed months are never touched',
    contract: inBody,
    refusals: ['AMOUNT_TOO_LARGE', 'MONTH_SIGNED', 'USAGE_DISAGREES', 'USAGE_UNPRICED'],
    body: z.strictObject({ contractId, start: sensibleInstant, end: sensibleInstant }),
    reply: z.object({
      contractId,
      start: instantText,
      end: instantText,
      days: z.int(),
      rows: z.int(),
      amount: z.string(),
    }),
  },
});

/** The groups with which cost analysis opens, whose reply the server sends along with the page. */
export const largestProducts = {
  groupBy: 'product',
  step: 'day',
  wholeDays: true,
  orderBy: 'amount',
  ordering: 'desc',
  pageNum: 1,
  pageSize: 10,
} as const;
