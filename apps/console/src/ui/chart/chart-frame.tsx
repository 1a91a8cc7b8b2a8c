import { type ReactNode, useId } from 'react';
import { m } from '../../paraglide/messages.js';
import classes from './chart.module.css';
import { ChartPatterns } from './chart-patterns.tsx';

interface ChartFrameProps {
  title: string;
  /** One sentence that says what the picture shows, with its figures: "October: $9,214, up 12% on September". */
  summary: string;
  legend?: ReactNode;
  /** Gets the id of the summary, to be described by. */
  children: (summaryId: string) => ReactNode;
  /** The same figures as rows. */
  table: ReactNode;
}

/** Every chart is a picture, a sentence and a table that say the same. */
export function ChartFrame({ title, summary, legend, children, table }: ChartFrameProps) {
  const summaryId = useId();
  return (
    <figure className={classes.figure} aria-label={title}>
      <ChartPatterns />
      <figcaption>
        <h3 className={classes.title}>{title}</h3>
        <p id={summaryId} className={classes.summary}>
          {summary}
        </p>
      </figcaption>
      {legend}
      {children(summaryId)}
      <details className={classes.details}>
        <summary>{m.ui_view_as_table()}</summary>
        <div className={classes.twin}>{table}</div>
      </details>
    </figure>
  );
}
