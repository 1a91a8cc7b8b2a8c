import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { EmptyDrawing } from '../../ui/feedback/empty-drawing.tsx';
import classes from './message-page.module.css';

interface MessagePageProps {
  title: string;
  /** The server's reason, for people who give support. */
  reason?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A whole page with one message and a way home. */
export function MessagePage({ title, reason, children, action }: MessagePageProps) {
  useDocumentTitle(`${title} · Usance`);
  return (
    <div className={classes.message}>
      <EmptyDrawing />
      <h1 tabIndex={-1}>{title}</h1>
      {reason && <code className={classes.reason}>{reason}</code>}
      {children}
      <div className={classes.actions}>
        {action}
        {/* A full load on purpose: after a crash the page's state is not trusted. */}
        <Button component="a" href="/" variant={action ? 'default' : 'filled'}>
          {m.shell_back_home()}
        </Button>
      </div>
    </div>
  );
}
