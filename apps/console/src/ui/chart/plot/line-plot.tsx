import { type DisplayCurrency, symbols } from '@usance/money/currency';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { MouseEvent } from 'react';
import type { Point } from '../series/series.ts';
import { Axes } from './axes.tsx';
import { ForecastBand, type ForecastPoint } from './forecast-band.tsx';
import classes from './line-plot.module.css';
import { linearScale, roundMarks } from './linear-scale.ts';
import { plotValue } from './plot-value.ts';

const margin = { top: 10, right: 12, bottom: 26, left: 56 } as const;

interface LinePlotProps {
  width: number;
  height: number;
  points: readonly Point[];
  values: readonly string[];
  currency: DisplayCurrency;
  previous: readonly string[];
  forecast?: readonly ForecastPoint[] | undefined;
  at: number | undefined;
  onPoint: (index: number) => void;
}

/** The drawing of CumulativeLine. */
export function LinePlot(props: LinePlotProps) {
  const { width, height, points, values, currency, previous, forecast = [], at, onPoint } = props;
  const actual = values.map(plotValue);
  const before = previous.map(plotValue);
  const last = Math.max(1, points.length - 1);
  const x = linearScale([0, last], [margin.left, width - margin.right]);
  const marks = roundMarks(0, Math.max(1e-8, ...actual, ...before, ...forecast.map(({ high }) => plotValue(high))));
  const y = linearScale([0, marks.at(-1) ?? 1], [height - margin.bottom, margin.top]);
  const stroke = line<number>((_, index) => x(index), y).curve(curveMonotoneX);
  const fill = area<number>((_, index) => x(index), y(0), y).curve(curveMonotoneX);
  const value = at === undefined ? undefined : actual[at];
  const pointTo = (event: MouseEvent) => {
    const index = Math.round(x.invert(event.nativeEvent.offsetX));
    if (index >= 0 && index < points.length) onPoint(index);
  };

  return (
    <svg
      role="img"
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerMove={pointTo}
      // A tap sends no pointer move.
      onClick={pointTo}
    >
      <Axes
        width={width}
        height={height}
        left={margin.left}
        ticks={marks.map((tick) => ({ value: tick, y: y(tick) }))}
        symbol={symbols[currency]}
        points={points}
        xOf={x}
      />
      <path d={fill(actual) ?? ''} className={classes.area} />
      <ForecastBand forecast={forecast} x={x} y={y} />
      <path d={stroke(before) ?? ''} className={classes.previous} />
      <path d={stroke(actual) ?? ''} className={classes.line} />
      {at !== undefined && (
        <line x1={x(at)} x2={x(at)} y1={margin.top} y2={height - margin.bottom} className={classes.hair} />
      )}
      {at !== undefined && value !== undefined && <circle cx={x(at)} cy={y(value)} r="4" className={classes.dot} />}
    </svg>
  );
}

/** The stroke of a line, for its legend. */
export function LineMark({ of }: { of: 'line' | 'previous' | 'expected' }) {
  return (
    <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
      <path d="M1 6h14" className={classes[of]} />
    </svg>
  );
}
