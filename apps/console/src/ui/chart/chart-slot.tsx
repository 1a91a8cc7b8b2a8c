import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Failure } from '../feedback/failure.tsx';
import { useTold } from '../feedback/told-once.ts';
import { useDelayed } from '../feedback/use-delayed.ts';
import classes from './chart-slot.module.css';

interface ChartSlotProps<Data> {
  query: UseQueryResult<Data>;
  /** Room held until the first answer, in pixels. */
  height: number;
  /** What is missing when it could not be fetched; left out, a part of the page. */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/** Room for a chart in each of its states: waiting, failed, shown, and shown while the next answer is on its way. */
export function ChartSlot<Data>({ query, height, failed, children }: ChartSlotProps<Data>) {
  const error = useTold(query.error);
  const isLate = useDelayed(query.data === undefined && error === undefined);
  // The answer comes to the page at once and to its picture in the browser's spare moments: several come together.
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
