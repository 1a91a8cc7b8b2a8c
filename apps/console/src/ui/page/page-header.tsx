import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** One sentence: the question that this page answers. */
  lead?: ReactNode;
  /** At most one primary button. */
  actions?: ReactNode;
}

/**
 * The one h1 of a page, and the title of its tab. It gets the focus after navigation, so it must exist from the first
 * paint.
 */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  useDocumentTitle(`${title} · Usance`);
  return (
    <header className={classes.header}>
      <div>
        <h1 tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {lead !== undefined && <p className={classes.lead}>{lead}</p>}
      </div>
      {actions !== undefined && (
        <div className={classes.actions} data-screen-only>
          {actions}
        </div>
      )}
    </header>
  );
}
