import { numberFormat } from '../format/formatters.ts';
import classes from './axes.module.css';
import type { Point } from './series.ts';

interface AxesProps {
  width: number;
  height: number;
  left: number;
  ticks: ReadonlyArray<{ value: number; y: number }>;
  /** Before each mark: the currency's sign. */
  symbol: string;
  points: readonly Point[];
  xOf: (index: number) => number;
}

/** Hairlines with marks on the left, and as many names below as find room. */
export function Axes({ width, height, left, ticks, symbol, points, xOf }: AxesProps) {
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor((width - left) / 64))));
  return (
    <g className={classes.axes}>
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <line x1={left} x2={width} y1={y} y2={y} data-zero={value === 0 || undefined} />
          <text x={left - 8} y={y} dy="0.32em" textAnchor="end">
            {mark(value, symbol)}
          </text>
        </g>
      ))}
      {points.map(
        ({ key, label }, index) =>
          index % every === 0 && (
            <text
              key={key}
              x={Math.min(xOf(index), width)}
              y={height - 4}
              textAnchor={xOf(index) + 24 > width ? 'end' : 'middle'}
            >
              {label}
            </text>
          ),
      )}
    </g>
  );
}

/** A mark of the scale, not an amount: "$1.2K". */
function mark(value: number, symbol: string): string {
  const figures = numberFormat({ notation: 'compact', maximumFractionDigits: 2 });
  return `${value < 0 ? '−' : ''}${symbol}${figures.format(Math.abs(value))}`;
}
