import { plotValue } from '../../../ui/chart/plot/plot-value.ts';
import classes from './sparkline.module.css';

interface SparklineProps {
  values: readonly string[];
  /** The course in words. */
  label: string;
}

const [width, height] = [84, 20];

/** A small bar for each step, from 0 to the highest. */
export function Sparkline({ values, label }: SparklineProps) {
  const amounts = values.map(plotValue);
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  const y = (amount: number) => height - ((amount - low) / (high - low || 1)) * height;
  const step = width / Math.max(1, amounts.length);
  const bar = Math.min(8, Math.max(0.6, step * 0.72));
  const path = amounts
    .map((amount, at) => {
      const top = Math.min(y(amount), y(0));
      const tall = Math.max(Math.abs(y(amount) - y(0)), 0.5);
      return `M${(at * step).toFixed(1)} ${Math.min(top, height - 0.5).toFixed(1)}h${bar.toFixed(1)}v${tall.toFixed(1)}h-${bar.toFixed(1)}Z`;
    })
    .join('');
  return (
    <svg role="img" aria-label={label} width={width} height={height} className={classes.line}>
      <path d={path} />
    </svg>
  );
}
