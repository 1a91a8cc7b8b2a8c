import { area, line } from 'd3-shape';
import classes from './line-plot.module.css';
import { plotValue } from './plot-value.ts';

/** A coming running total with its band, at a point of the axis. Decimal strings. */
export interface ForecastPoint {
  at: number;
  expected: string;
  low: string;
  high: string;
}

interface ForecastBandProps {
  forecast: readonly ForecastPoint[];
  x: (index: number) => number;
  y: (value: number) => number;
}

/** The band that should hold the amount, and its expected course in the middle. */
export function ForecastBand({ forecast, x, y }: ForecastBandProps) {
  const at = (point: ForecastPoint) => x(point.at);
  const heightOf = (bound: 'low' | 'expected' | 'high') => (point: ForecastPoint) => y(plotValue(point[bound]));
  const band = area<ForecastPoint>(at, heightOf('low'), heightOf('high'));
  const course = line<ForecastPoint>(at, heightOf('expected'));
  return (
    <>
      <path d={band([...forecast]) ?? ''} className={classes.band} />
      <path d={course([...forecast]) ?? ''} className={classes.expected} />
    </>
  );
}
