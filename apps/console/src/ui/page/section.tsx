import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** The target of #fragment links. */
  id?: string;
}

/** A part of a page, named by its heading. */
export function Section({ title, note, actions, children, id }: SectionProps) {
  const headingId = useId();
  return (
    <section className={classes.section} aria-labelledby={headingId} id={id}>
      <div className={classes.head}>
        <h2 id={headingId} className={classes.title}>
          {title}
        </h2>
        {note !== undefined && <span className={classes.note}>{note}</span>}
        {actions !== undefined && (
          <div className={classes.actions} data-screen-only>
            {actions}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}
