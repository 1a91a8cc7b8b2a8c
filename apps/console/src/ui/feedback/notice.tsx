import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  title: string;
  /** Shown above the title. */
  drawing?: ReactNode;
  /** Shown under the title, each as a paragraph. */
  texts: readonly ReactNode[];
  /** The one next step. */
  action?: ReactNode;
  role?: 'alert';
}

/** A placeholder for a part of a page: the reason why it is missing, and a next step. */
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
