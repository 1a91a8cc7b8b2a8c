import type { SeriesId } from './series.ts';
import { SeriesFill } from './series-fill.tsx';
import classes from './swatch.module.css';

/** A small square in the colour of a series. */
export function Swatch({ id }: { id: SeriesId }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={classes.swatch}>
      <SeriesFill id={id} d={square} />
    </svg>
  );
}

const square = 'M2.5 0h7a2.5 2.5 0 0 1 2.5 2.5v7a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 0 9.5v-7A2.5 2.5 0 0 1 2.5 0Z';
