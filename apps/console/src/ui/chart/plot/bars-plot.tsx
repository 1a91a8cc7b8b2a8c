import { type DisplayCurrency, symbols } from '@usance/money/currency';
import { scaleBand } from 'd3-scale';
import type { MouseEvent, ReactNode } from 'react';
import type { Point, Series } from '../series/series.ts';
import { SeriesFill } from '../series/series-fill.tsx';
import { Axes } from './axes.tsx';
import { barsPath } from './bars-path.ts';
import classes from './bars-plot.module.css';
import { linearScale, roundMarks } from './linear-scale.ts';
import { NoteMarks } from './note-marks.tsx';
import { plotValue } from './plot-value.ts';
import { SoFar } from './so-far.tsx';
import { stack } from './stack.ts';
import type { Cursor, Marked } from './use-cursor.ts';
import { useDrag } from './use-drag.ts';

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
  /** The total of each point in the period before. */
  former: readonly string[];
  marked: Marked | undefined;
  /** Marks the bars between two; undefined if the chart does not zoom. */
  onMark: ((from: number, to: number) => void) | undefined;
  onZoom: (marked: Marked) => void;
  currency: DisplayCurrency;
  onPoint: (index: number | undefined) => void;
  onOpen: (index: number) => void;
  tooltipAt: (x: number) => ReactNode;
}

/** The drawing of StackedBars: one path for each series, for any number of days. */
export function BarsPlot({
  width,
  height,
  points,
  series,
  hinted,
  cursor,
  former,
  marked,
  currency,
  ...on
}: BarsPlotProps) {
  const { spans, low, high } = stack(series, points.length);
  const x = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([margin.left, width])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const before = former.map(plotValue);
  const [lowest, highest] = [Math.min(low, ...before), Math.max(high, ...before)];
  const marks = roundMarks(lowest, highest === lowest ? 1 : highest);
  const y = linearScale([marks[0] ?? 0, marks.at(-1) ?? 1], [height - margin.bottom, margin.top]);
  const bar = Math.min(widestBar, x.bandwidth());
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2;
  const indexAt = (offset: number) => {
    const index = Math.floor((offset - margin.left) / x.step());
    return index >= 0 && index < points.length ? index : undefined;
  };

  const drag = useDrag({ indexAt, onMark: on.onMark, onZoom: on.onZoom, marked });

  return (
    <>
      <svg
        role="img"
        aria-hidden="true"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        onPointerDown={drag.onPointerDown}
        onPointerUp={drag.onPointerUp}
        onPointerCancel={drag.onPointerCancel}
        onPointerMove={(event) => {
          if (!drag.onPointerMove(event) && event.pointerType !== 'touch')
            on.onPoint(indexAt(event.nativeEvent.offsetX));
        }}
        onClick={(event) => {
          if (drag.hasZoomed()) return;
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
        {marked !== undefined && (
          <rect
            className={classes.marked}
            data-marked
            x={middle(marked.from) - x.step() / 2}
            width={(marked.to - marked.from + 1) * x.step()}
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
        {before.length > 0 && <FormerMarks d={marksPath(before, middle, y, bar)} />}
        <NoteMarks points={points} spans={spans} middle={middle} y={y} />
        <SoFar points={points} spans={spans} width={width} middle={middle} y={y} bar={bar} />
      </svg>
      {cursor !== undefined && on.tooltipAt(middle(cursor.point))}
    </>
  );
}

/** Marks in the colour of text, with an edge that sets them off from a bar of any colour. */
function FormerMarks({ d }: { d: string }) {
  return (
    <>
      <path d={d} className={classes.edge} />
      <path data-former d={d} className={classes.former} />
    </>
  );
}

/** A line across each bar at its former amount. */
function marksPath(
  values: readonly number[],
  middle: (index: number) => number,
  y: (value: number) => number,
  bar: number,
) {
  const wide = bar + 6;
  return values
    .map((value, index) => `M${(middle(index) - wide / 2).toFixed(1)} ${y(value).toFixed(1)}h${wide.toFixed(1)}`)
    .join('');
}

/** True if a click came from a finger. Browsers send clicks as pointer events, which React's type omits. */
function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}
