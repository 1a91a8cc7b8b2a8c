import { compare, type Decimal, formatDecimal, sum } from '@usance/money/decimal';
import * as m from '../../i18n/messages.gen.ts';

/** `kind:value`, as `product:Compute`: tells a series apart and gives it its colour, the same in every language. */
export type SeriesId = `${string}:${string}`;

/** One product, region or cloud over all points of a chart; `values` are decimal strings, one for each point. */
export interface Series {
  id: SeriesId;
  /** What a person reads. */
  name: string;
  values: readonly string[];
}

/** A place on the time axis. `key` is what drilling down hands back, `label` what a person reads. */
export interface Point {
  key: string;
  label: string;
  /** Its amounts may still grow, so that a low bar is no fall. */
  isSoFar?: boolean;
}

/** A point where it is told by itself: "Nov 21, so far". */
export function pointText({ label, isSoFar }: Point): string {
  return isSoFar ? m.ui_point_so_far({ point: label }) : label;
}

/** Whether an id is of what a chart could not show one by one; never a product's. */
const restValue = '…';
export const isRest = (id: SeriesId) => id.endsWith(`:${restValue}`);

/**
 * The largest series by exact total, largest first, and the sum of all others under an id of its own.
 * More than ten cannot be told apart; the table twin of a chart still lists these.
 */
export function topSeries(all: readonly Series[], most = 10): Series[] {
  const ranked = all
    .map((series) => ({ series, total: totalOf(series.values) }))
    .sort((left, right) => compare(right.total, left.total) || left.series.id.localeCompare(right.series.id))
    .map(({ series }) => series);
  if (ranked.length <= most + 1) return ranked;
  const rest = ranked.slice(most);
  const length = Math.max(...rest.map(({ values }) => values.length));
  const values = Array.from({ length }, (_, point) => sumText(rest.map((series) => series.values[point] ?? '0')));
  const kind = ranked[0]?.id.split(':')[0] ?? '';
  return [...ranked.slice(0, most), { id: `${kind}:${restValue}`, name: m.ui_other(), values }];
}

/** The exact sum of decimal strings, as one. */
export function sumText(amounts: readonly string[]): string {
  return formatDecimal(totalOf(amounts));
}

function totalOf(amounts: readonly string[]): Decimal {
  return sum(amounts);
}
