import classes from './chart.module.css';
import { colourOf, patternOf } from './series-colour.ts';

export function Swatch({ name }: { name: string }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={classes.swatch}>
      <rect width="12" height="12" rx="2.5" fill={colourOf(name)} />
      <rect width="12" height="12" rx="2.5" fill={patternOf(name)} className={classes.pattern} />
    </svg>
  );
}
