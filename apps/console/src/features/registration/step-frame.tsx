import { type ReactNode, useEffect, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from '../account/public-form.module.css';

/** The properties that every step gets when it is mounted. */
export interface StepProps {
  /** The initial errors of its fields. */
  initialErrors: Readonly<Record<string, string>>;
  /** True for the page's first step. */
  isFirst: boolean;
}

interface StepFrameProps extends StepProps {
  step: 1 | 2 | 3;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A step with its heading. When it appears, it focuses a refused field, or else the heading. */
export function StepFrame({ step, title, lead, initialErrors, isFirst, children }: StepFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const [refused] = Object.keys(initialErrors);
  useEffect(() => {
    if (isFirst) return;
    const sought = refused === undefined ? 'h2' : `[data-path="${refused}"]`;
    box.current?.querySelector<HTMLElement>(sought)?.focus();
  }, [isFirst, refused]);
  return (
    <div ref={box}>
      <div className={classes.stepHead}>
        <p className={classes.step}>{m.registration_step({ step })}</p>
        <h2 tabIndex={-1} className={classes.stepTitle}>
          {title}
        </h2>
        {lead !== undefined && <p className={classes.stepLead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
