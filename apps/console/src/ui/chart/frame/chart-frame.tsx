import { type ReactNode, useId, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { ChartPatterns } from '../series/chart-patterns.tsx';
import { ChartFigure } from './chart-figure.tsx';
import classes from './chart-frame.module.css';

interface ChartFrameProps {
  title: string;
  /** One sentence with the main figures: "October: $9,214, up 12% on September". */
  summary: string;
  legend?: ReactNode;
  /** Gets the id of the summary, for aria-describedby. */
  children: (summaryId: string) => ReactNode;
  /** The same figures as rows, rendered when opened. */
  table: ReactNode;
}

/** A chart as a drawing, a sentence and a table with the same content. */
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
