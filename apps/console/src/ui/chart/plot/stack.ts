import type { Series } from '../series/series.ts';
import { plotValue } from './plot-value.ts';

/** The interval of a series at a point, in plotted units. */
export interface Span {
  from: number;
  to: number;
}

/** Stacks the series of each point: charges upwards from zero, credits downwards, so neither hides the other. */
export function stack(series: readonly Series[], points: number): { spans: Span[][]; low: number; high: number } {
  const up = new Array<number>(points).fill(0);
  const down = new Array<number>(points).fill(0);
  const spans = series.map(({ values }) =>
    Array.from({ length: points }, (_, point) => {
      const value = plotValue(values[point] ?? '0');
      const pile = value < 0 ? down : up;
      const from = pile[point] ?? 0;
      pile[point] = from + value;
      return { from, to: from + value };
    }),
  );
  return { spans, low: Math.min(0, ...down), high: Math.max(0, ...up) };
}
