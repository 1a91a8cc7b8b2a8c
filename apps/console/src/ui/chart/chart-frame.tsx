import { type ReactNode, useId, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { ChartFigure } from './chart-figure.tsx';
import classes from './chart-frame.module.css';
import { ChartPatterns } from './chart-patterns.tsx';

interface ChartFrameProps {
  title: string;
  /** One sentence that says what the picture shows, with its figures: "October: $9,214, up 12% on September". */
  summary: string;
  legend?: ReactNode;
  /** Gets the id of the summary, to be described by. */
  children: (summaryId: string) => ReactNode;
  /** The same figures as rows, drawn once they are asked for. */
  table: ReactNode;
}

/** Every chart is a picture, a sentence and a table that say the same. */
export function ChartFrame({ title, summary, legend, children, table }: ChartFrameProps) {
  const summaryId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <ChartFigure title={title} summary={{ id: summaryId, text: summary }}>
      <ChartPatterns />
      {legend}
      {children(summaryId)}
      <details className={classes.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{m.ui_view_as_table()}</summary>
        {isOpen && table}
      </details>
    </ChartFigure>
  );
}
