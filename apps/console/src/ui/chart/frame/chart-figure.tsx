import { type ReactNode, useId } from 'react';
import classes from './chart-figure.module.css';

interface ChartFigureProps {
  title: string;
  summary?: { id: string; text: string };
  children: ReactNode;
}

/** A figure with its title and a one-sentence summary. */
export function ChartFigure({ title, summary, children }: ChartFigureProps) {
  const titleId = useId();
  return (
    <figure className={classes.figure} aria-labelledby={titleId}>
      <figcaption>
        <h3 id={titleId} className={classes.title}>
          {title}
        </h3>
        {summary !== undefined && (
          <p id={summary.id} className={classes.summary}>
            {summary.text}
          </p>
        )}
      </figcaption>
      {children}
    </figure>
  );
}
