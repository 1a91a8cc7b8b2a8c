import type { purchases } from '@usance/api/billing/purchase';
import type { CallQuery } from '@usance/api/call';
import { type Day, parseDay, rangeOfDay } from '@usance/period/day';
import { intersect, type Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import * as m from '../../../i18n/messages.gen.ts';
import type { PurchaseSearch } from './purchase-search.ts';

/** The filters with several values, in the order of the screen; each is a URL parameter. */
export const filterKeys = [
  'cloud',
  'region',
  'edition',
  'product',
  'type',
  'subType',
  'billingItem',
  'datacloudID',
  'objectID',
  'tag',
] as const;
export type FilterKey = (typeof filterKeys)[number];

export const filterWord: Readonly<Record<FilterKey, () => string>> = {
  cloud: m.purchase_cloud,
  region: m.purchase_region,
  edition: m.purchase_edition,
  product: m.purchase_product,
  type: m.purchase_type,
  subType: m.purchase_sub_type,
  billingItem: m.purchase_billing_item,
  datacloudID: m.purchase_datacloud,
  objectID: m.purchase_object,
  tag: m.purchase_tag,
};

type CallFilters = CallQuery<typeof purchases.aggBySku>;

/** Returns the filters that every call of the screen uses. */
export function callFilters(search: PurchaseSearch, { start, end }: Range): CallFilters {
  return { start, end, ...callConditions(search) };
}

/** Returns the same filters without the range. */
export function callConditions(search: PurchaseSearch): Omit<CallFilters, 'start' | 'end'> {
  return {
    cloudProvider: search.cloud?.join(),
    region: search.region,
    edition: search.edition?.join(),
    product: search.product,
    type: search.type,
    subType: search.subType,
    billingItem: search.billingItem,
    datacloudID: search.datacloudID,
    objectID: search.objectID,
    tag: search.tag,
    includeZeroAmount: !search.nonzero,
  };
}

/** Returns the range of the table: the whole range, or its chosen day. */
export function tableRange(search: PurchaseSearch, range: Range, zone: BillingZone): Range {
  const day = dayIn(search);
  return (day && intersect(range, rangeOfDay(day, zone))) ?? range;
}

export function hasFilters(search: PurchaseSearch): boolean {
  return search.nonzero || search.day !== undefined || filterKeys.some((key) => (search[key]?.length ?? 0) > 0);
}

/** Clears the filters, and keeps range, grouping and order. */
export const noFilters: Partial<PurchaseSearch> = {
  ...Object.fromEntries(filterKeys.map((key) => [key, undefined])),
  nonzero: false,
  day: undefined,
};

function dayIn({ day }: PurchaseSearch): Day | undefined {
  return day === undefined ? undefined : parseDay(day);
}
