import { type ReactNode, useRef } from 'react';
import classes from './data-table.module.css';
import { useOverflow } from './use-overflow.ts';

/** Scrolls a table that is wider than its place. A scrolling box must be a tab stop; another must not be. */
export function TableBox({ caption, children }: { caption: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(box);
  return (
    <div ref={box} className={classes.box} {...(overflows && { tabIndex: 0, role: 'group', 'aria-label': caption })}>
      {children}
    </div>
  );
}
