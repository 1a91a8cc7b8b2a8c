import { type DisplayCurrency, symbols } from '@usance/money/currency';
import { scaleBand } from 'd3-scale';
import type { MouseEvent, ReactNode } from 'react';
import type { Point, Series } from '../series/series.ts';
import { SeriesFill } from '../series/series-fill.tsx';
import { Axes } from './axes.tsx';
import { barsPath } from './bars-path.ts';
import classes from './bars-plot.module.css';
import { linearScale, roundMarks } from './linear-scale.ts';
import { SoFar } from './so-far.tsx';
import { stack } from './stack.ts';
import type { Cursor } from './use-cursor.ts';

const margin = { top: 10, bottom: 26, left: 56 } as const;
const widestBar = 40;

interface BarsPlotProps {
  width: number;
  height: number;
  points: readonly Point[];
  series: readonly Series[];
  /** The id of the series under the pointer in the legend. */
  hinted: string | undefined;
  cursor: Cursor | undefined;
  currency: DisplayCurrency;
  onPoint: (index: number | undefined) => void;
  onOpen: (index: number) => void;
  tooltipAt: (x: number) => ReactNode;
}

/** The drawing of StackedBars: one path for each series, for any number of days. */
export function BarsPlot({ width, height, points, series, hinted, cursor, currency, ...on }: BarsPlotProps) {
  const { spans, low, high } = stack(series, points.length);
  const x = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([margin.left, width])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const marks = roundMarks(low, high === low ? 1 : high);
  const y = linearScale([marks[0] ?? 0, marks.at(-1) ?? 1], [height - margin.bottom, margin.top]);
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
        viewBox={`0 0 ${width} ${height}`}
        onPointerMove={({ pointerType, nativeEvent }) =>
          pointerType !== 'touch' && on.onPoint(indexAt(nativeEvent.offsetX))
        }
        onClick={(event) => {
          const index = indexAt(event.nativeEvent.offsetX);
          if (index === undefined) return;
          // A finger cannot hover: the first tap shows the figures, and another on the same bar opens it.
          if (isTouch(event) && cursor?.point !== index) on.onPoint(index);
          else on.onOpen(index);
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
          ticks={marks.map((value) => ({ value, y: y(value) }))}
          symbol={symbols[currency]}
          points={points}
          xOf={middle}
        />
        {series.map(({ id }, index) => {
          const isDim =
            (hinted !== undefined && hinted !== id) ||
            (cursor !== undefined && cursor.series >= 0 && cursor.series !== index);
          return <SeriesFill key={id} id={id} d={barsPath(spans[index] ?? [], middle, y, bar)} isDim={isDim} />;
        })}
        <SoFar points={points} spans={spans} width={width} middle={middle} y={y} bar={bar} />
      </svg>
      {cursor !== undefined && on.tooltipAt(middle(cursor.point))}
    </>
  );
}

/** True if a click came from a finger. Browsers send clicks as pointer events, which React's type omits. */
function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}
