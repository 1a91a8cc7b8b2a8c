import type { SVGProps } from 'react';
import type { SeriesId } from './series.ts';
import { colourOf, patternOf } from './series-colour.ts';
import classes from './series-fill.module.css';

interface SeriesFillProps extends Pick<SVGProps<SVGGElement>, 'onClick' | 'onPointerEnter' | 'onPointerLeave'> {
  id: SeriesId;
  /** The outline to fill. */
  d: string;
  isDim?: boolean;
}

/** A shape in the colour of its series, with the pattern that distinguishes it on paper and under forced colours. */
export function SeriesFill({ id, d, isDim = false, ...on }: SeriesFillProps) {
  return (
    <g className={classes.series} data-dim={isDim || undefined} {...on}>
      <path d={d} fill={colourOf(id)} />
      <path d={d} fill={patternOf(id)} className={classes.pattern} />
    </g>
  );
}
