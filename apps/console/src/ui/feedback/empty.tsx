import type { ReactNode } from 'react';
import { EmptyDrawing } from './empty-drawing.tsx';
import classes from './feedback.module.css';

interface EmptyProps {
  title: string;
  /** What will stand here, and when. */
  children?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

/** A list before its first row, or a search without a result. Never a dead end. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <EmptyDrawing />
      <p className={classes.emptyTitle}>{title}</p>
      {children !== undefined && <p className={classes.emptyText}>{children}</p>}
      {action}
    </div>
  );
}
