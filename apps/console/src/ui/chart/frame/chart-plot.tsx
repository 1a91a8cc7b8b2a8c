import { type KeyboardEventHandler, type ReactNode, useId, useRef } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import classes from './chart-plot.module.css';
import { useWidth } from './use-width.ts';

interface ChartPlotProps {
  title: string;
  summaryId: string;
  height: number;
  onKeyDown: KeyboardEventHandler;
  /** Called when the pointer or the keyboard leaves. */
  onLeave: () => void;
  /** True if a press opens something. */
  drills?: boolean;
  /** True if several points can be marked, to zoom in. */
  zooms?: boolean;
  /** The value at the cursor, announced politely as it moves. */
  spoken: ReactNode;
  /** Draws into the measured width; not called before the first measurement. */
  children: (width: number) => ReactNode;
}

/** The area of a chart's drawing: one tab stop with arrow keys, and an announcement of the cursor. */
export function ChartPlot({
  title,
  summaryId,
  height,
  onKeyDown,
  onLeave,
  drills,
  zooms,
  spoken,
  children,
}: ChartPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const keysId = useId();
  return (
    <div ref={box} className={classes.box} style={{ height }}>
      {/* The arrow keys belong to the chart, which role=application tells a screen reader. */}
      <div
        role="application"
        aria-label={title}
        aria-roledescription={m.ui_chart()}
        aria-describedby={`${summaryId} ${keysId}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop for the whole chart; arrow keys walk it
        tabIndex={0}
        className={classes.plot}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
        // A lifted finger also leaves, but its tap must stay readable.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onLeave()}
        data-drills={drills || undefined}
        data-zooms={zooms || undefined}
      >
        {width > 0 && children(width)}
      </div>
      <span id={keysId} hidden>
        {m.ui_chart_keys()} {zooms && m.ui_chart_zoom_keys()}
      </span>
      <output className={classes.live}>{spoken}</output>
    </div>
  );
}
