import { type KeyboardEventHandler, type ReactNode, useId, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from './chart-plot.module.css';
import { useWidth } from './use-width.ts';

interface ChartPlotProps {
  title: string;
  summaryId: string;
  height: number;
  onKeyDown: KeyboardEventHandler;
  /** The reader's eye or keyboard went elsewhere. */
  onLeave: () => void;
  /** A press leads somewhere. */
  drills?: boolean;
  /** What the cursor stands on, said politely as it moves. */
  spoken: ReactNode;
  /** Draws into the width there is; not called before it is known. */
  children: (width: number) => ReactNode;
}

/** The room of a chart's picture: one stop for the keyboard, whose arrow keys walk it, and a voice for where it stands. */
export function ChartPlot({ title, summaryId, height, onKeyDown, onLeave, drills, spoken, children }: ChartPlotProps) {
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
        // A finger that is lifted leaves too, and what it tapped is to be read then.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onLeave()}
        data-drills={drills || undefined}
      >
        {width > 0 && children(width)}
      </div>
      <span id={keysId} hidden>
        {m.ui_chart_keys()}
      </span>
      <output className={classes.live}>{spoken}</output>
    </div>
  );
}
