import type { PurchaseAggregate, PurchaseGroup, PurchaseGrouping } from '@usance/api/billing/purchase';
import { add, formatDecimal } from '@usance/money/decimal';
import * as m from '../../../i18n/messages.gen.ts';
import type { Part, SeriesId } from '../../../ui/chart/series/series.ts';
import { cloudName } from '../../cloud/cloud-words.ts';
import { regionWord } from '../../region/region-words.ts';
import { billingItemWord, skuWord } from '../../sku/sku-words.ts';
import type { FilterKey } from './purchase-filters.ts';
import type { Grouping, groupings, PurchaseSearch } from './purchase-search.ts';

/** A group of either analysis, by the values that its rows share. */
type Keys = Pick<
  PurchaseAggregate & PurchaseGroup,
  | 'product'
  | 'region'
  | 'regionName'
  | 'cloudProvider'
  | 'datacloudID'
  | 'datacloudName'
  | 'objectID'
  | 'objectName'
  | 'billingItem'
  | 'tag'
>;

/** A way to group usage: its dimension, its labels, and the filters for one group. */
interface Parting {
  groupBy: PurchaseGrouping | 'tag';
  /** The key, if usage is grouped by a tag. */
  tagKey?: string;
  word: () => string;
  /** The title of the chart. */
  title: () => string;
  /** The value of a group, independent of the language. */
  valueOf: (row: Keys) => string;
  nameOf: (row: Keys) => string;
  /** The id of things whose names may be the same. */
  noteOf?: (row: Keys) => string;
  filtersOf: (row: Keys) => Partial<Record<FilterKey, string | undefined>>;
}

const partings: Readonly<Record<(typeof groupings)[number], Parting>> = {
  product: {
    groupBy: 'product',
    word: m.purchase_product,
    title: m.purchase_chart_product,
    valueOf: ({ product = '' }) => product,
    nameOf: ({ product = '' }) => skuWord(product),
    filtersOf: ({ product }) => ({ product }),
  },
  // Two clouds may use the same region id.
  region: {
    groupBy: 'region',
    word: m.purchase_region,
    title: m.purchase_chart_region,
    valueOf: ({ cloudProvider = '', region = '' }) => `${cloudProvider} ${region}`,
    nameOf: ({ cloudProvider = '', region = '', regionName = region }) =>
      `${cloudName(cloudProvider)} ${regionWord(regionName)}`,
    filtersOf: ({ cloudProvider, region }) => ({ cloud: cloudProvider, region }),
  },
  cloud: {
    groupBy: 'cloudProvider',
    word: m.purchase_cloud,
    title: m.purchase_chart_cloud,
    valueOf: ({ cloudProvider = '' }) => cloudProvider,
    nameOf: ({ cloudProvider = '' }) => cloudName(cloudProvider),
    filtersOf: ({ cloudProvider }) => ({ cloud: cloudProvider }),
  },
  datacloud: {
    groupBy: 'datacloudID',
    word: m.purchase_datacloud,
    title: m.purchase_chart_datacloud,
    valueOf: ({ datacloudID = '' }) => datacloudID,
    nameOf: ({ datacloudName, datacloudID = '' }) => datacloudName || datacloudID,
    noteOf: ({ datacloudID = '' }) => datacloudID,
    filtersOf: ({ datacloudID }) => ({ datacloudID }),
  },
  object: {
    groupBy: 'objectID',
    word: m.purchase_object,
    title: m.purchase_chart_object,
    valueOf: ({ objectID = '' }) => objectID,
    nameOf: ({ objectName, objectID = '' }) => objectName || objectID,
    noteOf: ({ objectID = '' }) => objectID,
    filtersOf: ({ objectID }) => ({ objectID }),
  },
  billingItem: {
    groupBy: 'billingItem',
    word: m.purchase_billing_item,
    title: m.purchase_chart_billing_item,
    valueOf: ({ billingItem = '' }) => billingItem,
    nameOf: ({ billingItem = '' }) => billingItemWord(billingItem),
    filtersOf: ({ billingItem }) => ({ billingItem }),
  },
};

export function partingOf(grouping: Grouping): Parting {
  return grouping in partings ? partings[grouping as keyof typeof partings] : byTag(grouping.slice('tag:'.length));
}

/** Usage without the tag is a group of its own. */
function byTag(key: string): Parting {
  const filterOf = (tag: string | null | undefined) => (tag == null ? key : `${key}=${tag}`);
  return {
    groupBy: 'tag',
    tagKey: key,
    word: () => key,
    title: () => m.purchase_chart_tag({ key }),
    valueOf: ({ tag }) => filterOf(tag),
    nameOf: ({ tag }) => tag ?? m.purchase_tag_none({ key }),
    filtersOf: ({ tag }) => ({ tag: filterOf(tag) }),
  };
}

/** The id of a group, unique over all groupings: `kind:value`. */
export function groupIdOf(grouping: Grouping, row: Keys): SeriesId {
  return `${grouping}:${partingOf(grouping).valueOf(row)}`;
}

/** Returns the filters that leave only the group with this id. */
export function narrowTo(grouping: Grouping, rows: readonly Keys[], id: string): Partial<PurchaseSearch> {
  const patch: Partial<Record<FilterKey, string[]>> = {};
  for (const row of rows.filter((one) => groupIdOf(grouping, one) === id)) {
    for (const [key, value] of Object.entries(partingOf(grouping).filtersOf(row)) as [
      FilterKey,
      string | undefined,
    ][]) {
      if (value !== undefined) patch[key] = [...new Set([...(patch[key] ?? []), value])];
    }
  }
  return patch;
}

/** Returns the exact amount of each group. */
export function partsOf(grouping: Grouping, rows: readonly PurchaseAggregate[]): Part[] {
  const parts = new Map<string, Part>();
  for (const row of rows) {
    const id = groupIdOf(grouping, row);
    parts.set(id, { id, name: partingOf(grouping).nameOf(row), amount: plus(parts.get(id)?.amount, row.amount) });
  }
  return [...parts.values()];
}

function plus(left: string | undefined, right: string): string {
  return left === undefined ? right : formatDecimal(add(left, right));
}
