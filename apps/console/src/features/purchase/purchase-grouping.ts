import type { AggDimension, PurchaseAggregate } from '@usance/api/purchase';
import { add, formatDecimal } from '@usance/money/decimal';
import * as m from '../../i18n/messages.gen.ts';
import type { Part } from '../../ui/chart/donut.tsx';
import type { Series, SeriesId } from '../../ui/chart/series.ts';
import { cloudName } from '../cloud/cloud-words.ts';
import { regionWord } from '../region/region-words.ts';
import { skuWord } from '../sku/sku-words.ts';
import type { FilterKey } from './purchase-filters.ts';
import type { Grouping, PurchaseSearch } from './purchase-search.ts';

/** One way to part the usage: what to ask for, what a part is called, and which filters narrow the page to it. */
interface Parting {
  dimensions: AggDimension[];
  word: () => string;
  /** Above the chart by day. */
  title: () => string;
  /** What tells its parts apart from each other and from those of other groupings, whatever the language: `kind:value`. */
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
  // Two clouds may give their regions the same name.
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
  // Data clouds of one name, as of one that was made again, go together.
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

/** The filters that leave only the part of this id. */
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

/** The amount of each part, summed exactly. */
export function partsOf(grouping: Grouping, rows: readonly PurchaseAggregate[]): Part[] {
  const { idOf, nameOf } = partings[grouping];
  const parts = new Map<string, Part>();
  for (const row of rows) {
    const id = idOf(row);
    parts.set(id, { id, name: nameOf(row), amount: plus(parts.get(id)?.amount, row.amount) });
  }
  return [...parts.values()];
}

/** Rows by day and part as one series a part; a day that a part has no row for is zero. */
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
