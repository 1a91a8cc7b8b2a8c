import { compare, type Decimal, formatDecimal, sum } from '@usance/money/decimal';
import * as m from '../../../i18n/messages.gen.ts';

/** `kind:value`, as `product:Compute`: identifies a series and decides its colour, in every language. */
export type SeriesId = `${string}:${string}`;

/** One product, region or cloud over all points of a chart; `values` are decimal strings, one for each point. */
export interface Series {
  id: SeriesId;
  /** The name for people. */
  name: string;
  values: readonly string[];
}

/** A point on the time axis. Drilling down returns `key`; people read `label`. */
export interface Point {
  key: string;
  label: string;
  /** True if its amounts may still grow, so that a low bar does not mean a fall. */
  isSoFar?: boolean;
  /** Says why the point is marked. */
  note?: string;
}

/** The label of a point on its own: "Nov 21, so far", or with its note. */
export function pointText({ label, isSoFar, note }: Point): string {
  const text = isSoFar ? m.ui_point_so_far({ point: label }) : label;
  return note === undefined ? text : `${text} · ${note}`;
}

/** The value of the series that sums up the rest; no product has it. */
const restValue = '…';
export const restOf = (kind: string): SeriesId => `${kind}:${restValue}`;
export const isRest = (id: SeriesId) => id.endsWith(`:${restValue}`);

/**
 * Returns the largest series by exact total, and the sum of all others under its own id. More than ten cannot be told
 * apart; the table of a chart still lists all.
 */
export function topSeries(all: readonly Series[], most = 10): Series[] {
  const ranked = all
    .map((series) => ({ series, total: totalOf(series.values) }))
    .sort(
      (left, right) =>
        Number(isRest(left.series.id)) - Number(isRest(right.series.id)) ||
        compare(right.total, left.total) ||
        left.series.id.localeCompare(right.series.id),
    )
    .map(({ series }) => series);
  if (ranked.length <= most + 1) return ranked;
  const rest = ranked.slice(most);
  const length = Math.max(...rest.map(({ values }) => values.length));
  const values = Array.from({ length }, (_, point) => sumText(rest.map((series) => series.values[point] ?? '0')));
  const kind = ranked[0]?.id.split(':')[0] ?? '';
  return [...ranked.slice(0, most), { id: restOf(kind), name: m.ui_other(), values }];
}

/** Returns the exact sum of decimal strings. */
export function sumText(amounts: readonly string[]): string {
  return formatDecimal(totalOf(amounts));
}

function totalOf(amounts: readonly string[]): Decimal {
  return sum(amounts);
}

/** One part of a total; its id decides its colour. */
export interface Part {
  id: SeriesId;
  name: string;
  amount: string;
}
