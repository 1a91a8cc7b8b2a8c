import { compare, type Decimal, formatDecimal, parseDecimal, sum } from '@usance/money/decimal';

/** One product, region or cloud over all points of a chart; `values` are decimal strings, one for each point. */
export interface Series {
  name: string;
  values: readonly string[];
}

/** A place on the time axis. `key` is what drilling down hands back, `label` what a person reads. */
export interface Point {
  key: string;
  label: string;
}

/** The name of what the chart could not show one by one; never a product's name. */
export const restName = '…rest';

/**
 * The largest series by exact total, largest first, and the sum of all others under `restName`.
 * More than ten cannot be told apart; the table twin of a chart still lists these.
 */
export function topSeries(all: readonly Series[], most = 10): Series[] {
  const ranked = all
    .map((series) => ({ series, total: totalOf(series.values) }))
    .sort((left, right) => compare(right.total, left.total) || left.series.name.localeCompare(right.series.name))
    .map(({ series }) => series);
  if (ranked.length <= most + 1) return ranked;
  const rest = ranked.slice(most);
  const length = Math.max(...rest.map(({ values }) => values.length));
  const values = Array.from({ length }, (_, point) => sumText(rest.map((series) => series.values[point] ?? '0')));
  return [...ranked.slice(0, most), { name: restName, values }];
}

/** The exact sum of decimal strings, as one. */
export function sumText(amounts: readonly string[]): string {
  return formatDecimal(totalOf(amounts));
}

function totalOf(amounts: readonly string[]): Decimal {
  return sum(amounts.map((amount) => parseDecimal(amount)));
}
