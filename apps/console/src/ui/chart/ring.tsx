import { arc, pie } from 'd3-shape';
import type { MouseEvent } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './donut.module.css';
import { plotValue } from './plot/plot-value.ts';
import { type Part, type SeriesId, sumText } from './series/series.ts';
import { SeriesFill } from './series/series-fill.tsx';
import { shareOf } from './share.ts';

interface RingProps {
  title: string;
  /** The shown parts, largest first. */
  parts: readonly Part[];
  hinted: string | undefined;
  onHint: (id: SeriesId | undefined) => void;
  onChoose: (id: SeriesId) => (event: MouseEvent) => void;
}

const size = 148;

/** The ring of a donut. Its centre names the hinted part, or counts the parts. */
export function Ring({ title, parts, hinted, onHint, onChoose }: RingProps) {
  const total = sumText(parts.map(({ amount }) => amount));
  const slices = pie<Part>()
    .sort(null)
    .value(({ amount }) => Math.max(0, plotValue(amount)))([...parts]);
  const ring = arc<(typeof slices)[number]>()
    .innerRadius(size / 2 - 24)
    .outerRadius(size / 2 - 2)
    .padAngle(slices.length > 1 ? 0.018 : 0);
  const centre = parts.find(({ id }) => id === hinted);
  return (
    <svg role="img" aria-label={title} width={size} height={size} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}>
      {slices.map((slice) => (
        <SeriesFill
          key={slice.data.id}
          id={slice.data.id}
          d={ring(slice) ?? ''}
          isDim={centre !== undefined && hinted !== slice.data.id}
          onClick={onChoose(slice.data.id)}
          onPointerEnter={() => onHint(slice.data.id)}
          onPointerLeave={() => onHint(undefined)}
        />
      ))}
      <text className={classes.centreAmount} textAnchor="middle" dy="0.05em">
        {centre === undefined ? parts.length : shareOf(centre.amount, total)}
      </text>
      <text className={classes.centreLabel} textAnchor="middle" dy="1.6em">
        {centre === undefined ? partsWord(parts.length) : centre.name}
      </text>
    </svg>
  );
}

function partsWord(count: number): string {
  return count === 1 ? m.ui_part() : m.ui_parts();
}
