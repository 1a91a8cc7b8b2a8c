import type { AggDimension, PurchaseAggregate } from '@usance/api/billing/purchase';
import { add, formatDecimal } from '@usance/money/decimal';
import * as m from '../../../i18n/messages.gen.ts';
import type { Part, Series, SeriesId } from '../../../ui/chart/series/series.ts';
import { cloudName } from '../../cloud/cloud-words.ts';
import { regionWord } from '../../region/region-words.ts';
import { skuWord } from '../../sku/sku-words.ts';
import type { FilterKey } from './purchase-filters.ts';
import type { Grouping, PurchaseSearch } from './purchase-search.ts';

/** A way to group usage: its dimensions, its labels, and the filters for one group. */
interface Parting {
  dimensions: AggDimension[];
  word: () => string;
  /** The title of the daily chart. */
  title: () => string;
  /** The id of a row's group, unique over all groupings and independent of the language: `kind:value`. */
  idOf: (row: PurchaseAggregate) => SeriesId;
  nameOf: (row: PurchaseAggregate) => string;
  valuesOf: (row: PurchaseAggregate) => Partial<Record<FilterKey, string | undefined>>;
}

export const partings: Readonly<Record<Grouping, Parting>> = {
  product: {
    dimensions: ['product'],
    word: m.purchase_product,
    title: m.purchase_daily_product,
    idOf: ({ product = '' }) => `product:${product}`,
    nameOf: ({ product = '' }) => skuWord(product),
    valuesOf: ({ product }) => ({ product }),
  },
  // Two clouds may use the same region id.
  region: {
    dimensions: ['cloudProvider', 'region'],
    word: m.purchase_region,
    title: m.purchase_daily_region,
    idOf: ({ cloudProvider = '', region = '' }) => `region:${cloudProvider} ${region}`,
    nameOf: ({ cloudProvider = '', region = '', regionName = region }) =>
      `${cloudName(cloudProvider)} ${regionWord(regionName)}`,
    valuesOf: ({ cloudProvider, region }) => ({ cloud: cloudProvider, region }),
  },
  cloud: {
    dimensions: ['cloudProvider'],
    word: m.purchase_cloud,
    title: m.purchase_daily_cloud,
    idOf: ({ cloudProvider = '' }) => `cloud:${cloudProvider}`,
    nameOf: ({ cloudProvider = '' }) => cloudName(cloudProvider),
    valuesOf: ({ cloudProvider }) => ({ cloud: cloudProvider }),
  },
  // Data clouds of the same name count as one, such as one that was created again.
  datacloud: {
    dimensions: ['datacloudID'],
    word: m.purchase_datacloud,
    title: m.purchase_daily_datacloud,
    idOf: (row) => `datacloud:${nameOfDatacloud(row)}`,
    nameOf: nameOfDatacloud,
    valuesOf: ({ datacloudID }) => ({ datacloudID }),
  },
};

function nameOfDatacloud({ datacloudName, datacloudID = '' }: PurchaseAggregate): string {
  return datacloudName || datacloudID;
}

/** Returns the filters that leave only the group with this id. */
export function narrowTo(grouping: Grouping, rows: readonly PurchaseAggregate[], id: string): Partial<PurchaseSearch> {
  const { idOf, valuesOf } = partings[grouping];
  const patch: Partial<Record<FilterKey, string[]>> = {};
  for (const row of rows.filter((one) => idOf(one) === id)) {
    for (const [key, value] of Object.entries(valuesOf(row)) as [FilterKey, string | undefined][]) {
      if (value !== undefined) patch[key] = [...new Set([...(patch[key] ?? []), value])];
    }
  }
  return patch;
}

/** Returns the exact amount of each group. */
export function partsOf(grouping: Grouping, rows: readonly PurchaseAggregate[]): Part[] {
  const { idOf, nameOf } = partings[grouping];
  const parts = new Map<string, Part>();
  for (const row of rows) {
    const id = idOf(row);
    parts.set(id, { id, name: nameOf(row), amount: plus(parts.get(id)?.amount, row.amount) });
  }
  return [...parts.values()];
}

/** Returns one series for each group; a day without a row is zero. */
export function dailySeries(grouping: Grouping, rows: readonly PurchaseAggregate[], days: readonly string[]): Series[] {
  const { idOf, nameOf } = partings[grouping];
  const places = new Map(days.map((day, index) => [day, index]));
  const series = new Map<string, { id: SeriesId; name: string; values: string[] }>();
  for (const row of rows) {
    const place = places.get(row.day ?? '');
    if (place === undefined) continue;
    const id = idOf(row);
    const { values } = series.get(id) ?? { values: days.map(() => '0') };
    values[place] = plus(values[place], row.amount);
    series.set(id, { id, name: nameOf(row), values });
  }
  return [...series.values()];
}

function plus(left: string | undefined, right: string): string {
  return left === undefined ? right : formatDecimal(add(left, right));
}
