import { type DisplayCurrency, symbols } from '@usance/money/currency';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { Axes } from './axes.tsx';
import classes from './bars-plot.module.css';
import type { Point, Series } from './series.ts';
import { SeriesFill } from './series-fill.tsx';
import { type Span, stack } from './stack.ts';
import type { Cursor } from './use-cursor.ts';

const margin = { top: 10, bottom: 26, left: 56 } as const;
const widestBar = 40;

interface BarsPlotProps {
  width: number;
  height: number;
  points: readonly Point[];
  series: readonly Series[];
  /** The id of the series under the pointer, in the legend. */
  hinted: string | undefined;
  cursor: Cursor | undefined;
  currency: DisplayCurrency;
  onPoint: (index: number | undefined) => void;
  onOpen: (index: number) => void;
  tooltipAt: (x: number) => ReactNode;
}

/** The picture of StackedBars: one path for each series, however many the days. */
export function BarsPlot({ width, height, points, series, hinted, cursor, currency, ...on }: BarsPlotProps) {
  const { spans, low, high } = stack(series, points.length);
  const x = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([margin.left, width])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const y = scaleLinear()
    .domain([low, high === low ? 1 : high])
    .range([height - margin.bottom, margin.top])
    .nice(4);
  const bar = Math.min(widestBar, x.bandwidth());
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const indexAt = (offset: number) => {
    const index = Math.floor((offset - margin.left) / x.step());
    return index >= 0 && index < points.length ? index : undefined;
  };

  return (
    <>
      <svg
        role="img"
        aria-hidden="true"
        width={width}
        height={height}
        onPointerMove={(event) => on.onPoint(indexAt(event.nativeEvent.offsetX))}
        onClick={(event) => {
          const index = indexAt(event.nativeEvent.offsetX);
          if (index !== undefined) on.onOpen(index);
        }}
      >
        {cursor !== undefined && (
          <rect
            className={classes.column}
            x={middle(cursor.point) - x.step() / 2}
            width={x.step()}
            y={margin.top}
            height={height - margin.top - margin.bottom}
          />
        )}
        <Axes
          width={width}
          height={height}
          left={margin.left}
          ticks={y.ticks(4).map((value) => ({ value, y: y(value) }))}
          symbol={symbols[currency]}
          points={points}
          xOf={middle}
        />
        {series.map(({ id }, index) => {
          const isDim =
            (hinted !== undefined && hinted !== id) ||
            (cursor !== undefined && cursor.series >= 0 && cursor.series !== index);
          return <SeriesFill key={id} id={id} d={bars(spans[index] ?? [], middle, y, bar)} isDim={isDim} />;
        })}
      </svg>
      {cursor !== undefined && on.tooltipAt(middle(cursor.point))}
    </>
  );
}

/** One series as one path. Half a pixel is left open between parts, so that they read as parts without an outline. */
function bars(
  spans: readonly Span[],
  middle: (index: number) => number,
  y: (value: number) => number,
  width: number,
): string {
  let path = '';
  for (const [index, { from, to }] of spans.entries()) {
    if (from === to) continue;
    const top = Math.min(y(from), y(to));
    const tall = Math.max(Math.abs(y(from) - y(to)) - 1, 0.5);
    path += `M${(middle(index) - width / 2).toFixed(1)} ${top.toFixed(1)}h${width.toFixed(1)}v${tall.toFixed(1)}h${(-width).toFixed(1)}Z`;
  }
  return path;
}
