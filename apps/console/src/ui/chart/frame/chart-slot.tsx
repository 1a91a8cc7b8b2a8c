import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Failure } from '../../feedback/failure.tsx';
import { useShownFailure } from '../../feedback/hold-failures.ts';
import { useDelayed } from '../../feedback/use-delayed.ts';
import classes from './chart-slot.module.css';

interface ChartSlotProps<Data> {
  query: UseQueryResult<Data>;
  /** The height reserved until the first answer, in pixels. */
  height: number;
  /** The missing part in the title of a failure; by default a part of the page. */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/** The area of a chart in each of its states: waiting, failed, shown, and shown while the next answer loads. */
export function ChartSlot<Data>({ query, height, failed, children }: ChartSlotProps<Data>) {
  const error = useShownFailure(query.error);
  const isLate = useDelayed(query.data === undefined && error === undefined);
  // The drawing follows the data in the browser's idle moments, because several charts load together.
  const drawn = useDeferredValue(query.data === undefined ? undefined : children(query.data));
  if (drawn !== undefined) {
    return (
      <div className={classes.slot} data-stale={query.isPlaceholderData || undefined}>
        {drawn}
      </div>
    );
  }
  if (error)
    return <Failure error={error} {...(failed !== undefined && { title: failed })} onRetry={() => query.refetch()} />;
  return <div className={classes.waiting} style={{ height }} data-shown={isLate || undefined} aria-busy="true" />;
}
