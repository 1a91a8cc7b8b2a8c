import * as m from '../../../i18n/messages.gen.ts';
import type { Point } from '../series/series.ts';
import { barsPath } from './bars-path.ts';
import classes from './so-far.module.css';
import type { Span } from './stack.ts';

interface SoFarProps {
  points: readonly Point[];
  /** The interval of each series at each point. */
  spans: readonly (readonly Span[])[];
  width: number;
  middle: (index: number) => number;
  y: (value: number) => number;
  bar: number;
}

const patternId = 'u-so-far';
// In pixels: the width of the word in either language, with and without space around it, and its lowest allowed top.
const roomForWord = 64;
const wordWidth = 38;
const lowestTop = 11;
const nothing: Span = { from: 0, to: 0 };

/** Hatches the bars that may still grow, and writes so above the last of them, clear of all bars below the word. */
export function SoFar({ points, spans, width, middle, y, bar }: SoFarProps) {
  const whole = points.map((_, point) => {
    const ends = spans.map((series) => series[point]?.to ?? 0);
    return { from: Math.min(0, ...ends), to: Math.max(0, ...ends) };
  });
  const piles = whole.map((pile, point) => (points[point]?.isSoFar ? pile : nothing));
  const last = piles.findLastIndex(({ from, to }) => from !== to);
  if (last < 0) return null;
  const isAtEdge = middle(last) + roomForWord / 2 > width;
  const end = isAtEdge ? Math.min(middle(last) + bar / 2, width) : middle(last) + wordWidth / 2;
  const under = whole.filter((_, point) => middle(point) + bar / 2 > end - wordWidth && middle(point) - bar / 2 < end);
  return (
    <g data-so-far>
      <pattern id={patternId} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M1.5 0v6" className={classes.hatch} />
      </pattern>
      <path d={barsPath(piles, middle, y, bar)} fill={`url(#${patternId})`} />
      <text
        x={isAtEdge ? end : middle(last)}
        y={Math.max(lowestTop, y(Math.max(...under.map(({ to }) => to))) - 5)}
        textAnchor={isAtEdge ? 'end' : 'middle'}
        className={classes.word}
      >
        {m.ui_so_far()}
      </text>
    </g>
  );
}
