import { type ReactNode, useEffect, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import classes from '../account/public-form.module.css';

/** What every step is told when it comes. */
export interface Coming {
  /** What is said of its fields. */
  initialErrors: Readonly<Record<string, string>>;
  /** True for what the page began with. */
  isFirst: boolean;
}

interface StepFrameProps extends Coming {
  step: 1 | 2 | 3;
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A step under its heading. When it comes, the keyboard stands at the field that was refused, else at the heading. */
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
