import type { AggDimension, PurchaseAggregate } from '@usance/api/purchase';
import { add, formatDecimal, parseDecimal } from '@usance/money/decimal';
import { m } from '../../paraglide/messages.js';
import type { Series } from '../../ui/chart/series.ts';
import { cloudWord } from '../datacloud/datacloud-words.ts';
import type { FilterKey } from './purchase-filters.ts';
import type { Grouping, UsageSearch } from './purchase-search.ts';

/** One way to part the usage: what to ask for, what a part is called, and which filters narrow the page to it. */
interface Parting {
  dimensions: AggDimension[];
  word: () => string;
  /** Above the chart by day. */
  title: () => string;
  nameOf: (row: PurchaseAggregate) => string;
  valuesOf: (row: PurchaseAggregate) => Partial<Record<FilterKey, string | undefined>>;
}

export const partings: Readonly<Record<Grouping, Parting>> = {
  product: {
    dimensions: ['product'],
    word: m.usage_product,
    title: m.usage_daily_product,
    nameOf: ({ product = '' }) => product,
    valuesOf: ({ product }) => ({ product }),
  },
  // Two clouds may give their regions the same name.
  region: {
    dimensions: ['cloudProvider', 'region'],
    word: m.usage_region,
    title: m.usage_daily_region,
    nameOf: ({ cloudProvider = '', region = '' }) => `${cloudName(cloudProvider)} ${region}`,
    valuesOf: ({ cloudProvider, region }) => ({ cloud: cloudProvider, region }),
  },
  cloud: {
    dimensions: ['cloudProvider'],
    word: m.usage_cloud,
    title: m.usage_daily_cloud,
    nameOf: ({ cloudProvider = '' }) => cloudName(cloudProvider),
    valuesOf: ({ cloudProvider }) => ({ cloud: cloudProvider }),
  },
  datacloud: {
    dimensions: ['datacloudID'],
    word: m.usage_datacloud,
    title: m.usage_daily_datacloud,
    nameOf: ({ datacloudName, datacloudID = '' }) => datacloudName || datacloudID,
    valuesOf: ({ datacloudID }) => ({ datacloudID }),
  },
};

const knownClouds: Readonly<Record<string, (() => string) | undefined>> = cloudWord;

/** A provider by the name it is known by; one this console does not know keeps its id. */
export function cloudName(cloud: string): string {
  return knownClouds[cloud]?.() ?? cloud;
}

/** The filters that leave only the part called `name`; parts of one name go together. */
export function narrowTo(grouping: Grouping, rows: readonly PurchaseAggregate[], name: string): Partial<UsageSearch> {
  const { nameOf, valuesOf } = partings[grouping];
  const patch: Partial<Record<FilterKey, string[]>> = {};
  for (const row of rows.filter((one) => nameOf(one) === name)) {
    for (const [key, value] of Object.entries(valuesOf(row)) as [FilterKey, string | undefined][]) {
      if (value !== undefined) patch[key] = [...new Set([...(patch[key] ?? []), value])];
    }
  }
  return patch;
}

/** The amount of each part, summed exactly. */
export function partsOf(grouping: Grouping, rows: readonly PurchaseAggregate[]): { name: string; amount: string }[] {
  const amounts = new Map<string, string>();
  for (const row of rows) {
    const name = partings[grouping].nameOf(row);
    amounts.set(name, plus(amounts.get(name), row.amount));
  }
  return [...amounts].map(([name, amount]) => ({ name, amount }));
}

/** Rows by day and part as one series a part; a day that a part has no row for is zero. */
export function dailySeries(grouping: Grouping, rows: readonly PurchaseAggregate[], days: readonly string[]): Series[] {
  const places = new Map(days.map((day, index) => [day, index]));
  const byName = new Map<string, string[]>();
  for (const row of rows) {
    const place = places.get(row.day ?? '');
    if (place === undefined) continue;
    const name = partings[grouping].nameOf(row);
    const values = byName.get(name) ?? days.map(() => '0');
    values[place] = plus(values[place], row.amount);
    byName.set(name, values);
  }
  return [...byName].map(([name, values]) => ({ name, values }));
}

function plus(left: string | undefined, right: string): string {
  return left === undefined ? right : formatDecimal(add(parseDecimal(left), parseDecimal(right)));
}
