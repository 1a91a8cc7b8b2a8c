import { numberFormat } from '../../format/formatters.ts';
import type { Point } from '../series/series.ts';
import classes from './axes.module.css';
import { axisLabels } from './axis-labels.ts';

interface AxesProps {
  width: number;
  height: number;
  left: number;
  ticks: ReadonlyArray<{ value: number; y: number }>;
  /** The currency sign before each mark. */
  symbol: string;
  points: readonly Point[];
  xOf: (index: number) => number;
}

/** Hairlines with marks on the left, and as many labels below as fit. */
export function Axes({ width, height, left, ticks, symbol, points, xOf }: AxesProps) {
  const labels = axisLabels({ labels: points.map(({ label }) => label), xOf, widthOf: labelWidth, left, right: width });
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
      {labels.map(({ index, x }) => (
        <text key={points[index]?.key} {...placeOf(x, x < xOf(index) ? width : undefined)} y={height - 4}>
          {points[index]?.label}
        </text>
      ))}
    </g>
  );
}

/** A label at the edge ends there. Its figures of equal width are wider than measured, so it would be cut. */
const placeOf = (middle: number, edge: number | undefined) =>
  edge === undefined ? ({ x: middle, textAnchor: 'middle' } as const) : ({ x: edge, textAnchor: 'end' } as const);

/** A mark of the scale, not an amount: "$1.2K". */
function mark(value: number, symbol: string): string {
  const figures = numberFormat({ notation: 'compact', maximumFractionDigits: 2, useGrouping: 'always' });
  return `${value < 0 ? '−' : ''}${symbol}${figures.format(Math.abs(value))}`;
}

const pen = document.createElement('canvas').getContext('2d');

/**
 * Returns the drawn width of an axis label. A Chinese label is half as wide again as an English one with as many
 * letters.
 */
function labelWidth(label: string): number {
  if (pen === null) return 0;
  // The same size as in axes.module.css.
  pen.font = `11.5px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(label).width;
}
