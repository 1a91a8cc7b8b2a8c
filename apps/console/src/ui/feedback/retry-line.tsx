import { onlineManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../api/api-error.ts';
import * as m from '../../i18n/messages.gen.ts';
import classes from './retry-line.module.css';

const words = { offline: m.ui_waits_for_line, busy: m.ui_busy_again, silent: m.ui_silent_again } as const;
type Trouble = keyof typeof words;

/** One quiet line while any reads wait for a retry: the reason, and that no action is needed. */
export function RetryLine() {
  const cache = useQueryClient().getQueryCache();
  const trouble = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => troubleIn(cache),
  );
  return (
    <p role="status" className={classes.line} data-screen-only>
      {trouble && words[trouble]()}
    </p>
  );
}

function troubleIn(cache: QueryCache): Trouble | undefined {
  const states = cache.getAll().map(({ state }) => state);
  // Reads also pause while the page is hidden.
  if (!onlineManager.isOnline() && states.some(({ fetchStatus }) => fetchStatus === 'paused')) return 'offline';
  const [why] = states.flatMap(({ fetchStatus, fetchFailureReason }) =>
    fetchStatus !== 'idle' && fetchFailureReason ? [fetchFailureReason] : [],
  );
  return why && (why instanceof ApiError ? 'busy' : 'silent');
}
