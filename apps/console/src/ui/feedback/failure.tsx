import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { ApiError } from '../../api/api-error.ts';
import { m } from '../../paraglide/messages.js';
import { IdText } from '../cell/id-text.tsx';
import classes from './feedback.module.css';

/** A part of a page that could not be fetched: why, the request id to quote, and trying again. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const refusal = error instanceof ApiError ? error : undefined;
  return (
    <div className={classes.empty} role="alert">
      <p className={classes.emptyTitle}>{m.ui_load_failed()}</p>
      <p className={classes.emptyText}>{refusal?.message ?? m.ui_no_reply()}</p>
      {refusal !== undefined && refusal.requestId !== '' && (
        <p className={classes.emptyText}>
          {m.ui_request()} <IdText id={refusal.requestId} longest={40} />
        </p>
      )}
      {onRetry !== undefined && (
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  );
}
