import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title: string;
  /** Above the title. */
  drawing?: ReactNode;
  /** Under the title, a paragraph each. */
  texts: readonly ReactNode[];
  /** The one next step. */
  action?: ReactNode;
  role?: 'alert';
}

/** What stands where a part of a page would be: why it is not there, and what can be done. */
export function Notice({ title, drawing, texts, action, role }: NoticeProps) {
  return (
    <div className={classes.notice} role={role}>
      {drawing}
      <p className={classes.title}>{title}</p>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one notice keep their places
        <p key={index} className={classes.text}>
          {text}
        </p>
      ))}
      {action}
    </div>
  );
}
