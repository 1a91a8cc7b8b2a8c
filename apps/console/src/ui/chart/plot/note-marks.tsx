import type { Point } from '../series/series.ts';
import classes from './note-marks.module.css';
import type { Span } from './stack.ts';

interface NoteMarksProps {
  points: readonly Point[];
  /** The interval of each series at each point. */
  spans: readonly (readonly Span[])[];
  middle: (index: number) => number;
  y: (value: number) => number;
}

const lowestMiddle = 6;

/** A diamond above each bar that has a note. */
export function NoteMarks({ points, spans, middle, y }: NoteMarksProps) {
  const d = points
    .map(({ note }, index) => {
      if (note === undefined) return '';
      const top = y(Math.max(0, ...spans.map((series) => series[index]?.to ?? 0)));
      return `M${middle(index).toFixed(1)} ${Math.max(lowestMiddle, top - 8).toFixed(1)}m0-5 5 5-5 5-5-5z`;
    })
    .join('');
  return d === '' ? null : <path data-noted d={d} className={classes.mark} />;
}
