import { type DisplayCurrency, symbols } from '@usance/money/currency';
import { area, curveMonotoneX, line } from 'd3-shape';
import { Axes } from './axes.tsx';
import type { Forecast } from './forecast.ts';
import classes from './line-plot.module.css';
import { linearScale, roundMarks } from './linear-scale.ts';
import { plotValue } from './plot-value.ts';
import type { Point } from './series.ts';

const margin = { top: 10, right: 12, bottom: 26, left: 56 } as const;

interface LinePlotProps {
  width: number;
  height: number;
  points: readonly Point[];
  values: readonly string[];
  currency: DisplayCurrency;
  previous?: readonly string[];
  forecast?: Forecast;
  budget?: string;
  at: number | undefined;
  onPoint: (index: number) => void;
}

/** The picture of CumulativeLine. */
export function LinePlot({
  width,
  height,
  points,
  values,
  currency,
  previous = [],
  forecast,
  budget,
  at,
  onPoint,
}: LinePlotProps) {
  const actual = values.map(plotValue);
  const before = previous.map(plotValue);
  const start = forecast === undefined ? 0 : (actual[forecast.fromPoint] ?? 0);
  const [ahead, low, high] = [forecast?.values, forecast?.low, forecast?.high].map((line) => [
    start,
    ...(line ?? []).map(plotValue),
  ]);
  const limit = budget === undefined ? undefined : plotValue(budget);
  const last = Math.max(1, points.length - 1);
  const x = linearScale([0, last], [margin.left, width - margin.right]);
  const marks = roundMarks(0, Math.max(1e-8, ...actual, ...before, ...(high ?? []), limit ?? 0));
  const y = linearScale([0, marks.at(-1) ?? 1], [height - margin.bottom, margin.top]);
  const from = forecast?.fromPoint ?? 0;
  const stroke = line<number>((_, index) => x(index), y).curve(curveMonotoneX);
  const strokeAhead = line<number>((_, index) => x(from + index), y);
  const fill = area<number>((_, index) => x(index), y(0), y).curve(curveMonotoneX);
  const band = area<number>()
    .x((_, index) => x(from + index))
    .y0((value) => y(value))
    .y1((_, index) => y(high?.[index] ?? 0));
  const value = at === undefined ? undefined : actual[at];

  return (
    <svg
      role="img"
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onPointerMove={(event) => {
        const index = Math.round(x.invert(event.nativeEvent.offsetX));
        if (index >= 0 && index < points.length) onPoint(index);
      }}
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
      {forecast !== undefined && <path d={band(low ?? []) ?? ''} className={classes.band} />}
      <path d={fill(actual) ?? ''} className={classes.area} />
      <path d={stroke(before) ?? ''} className={classes.previous} />
      {forecast !== undefined && <path d={strokeAhead(ahead ?? []) ?? ''} className={classes.ahead} />}
      <path d={stroke(actual) ?? ''} className={classes.line} />
      {limit !== undefined && (
        <line x1={margin.left} x2={width} y1={y(limit)} y2={y(limit)} className={classes.budget} />
      )}
      {at !== undefined && (
        <line x1={x(at)} x2={x(at)} y1={margin.top} y2={height - margin.bottom} className={classes.hair} />
      )}
      {at !== undefined && value !== undefined && <circle cx={x(at)} cy={y(value)} r="4" className={classes.dot} />}
    </svg>
  );
}
