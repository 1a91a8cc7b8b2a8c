import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../feedback/failure.tsx';
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
  const isLate = useDelayed(query.isPending);
  if (query.data !== undefined) {
    return (
      <div className={classes.slot} data-stale={query.isPlaceholderData || undefined}>
        {children(query.data)}
      </div>
    );
  }
  if (query.error)
    return (
      <Failure error={query.error} {...(failed !== undefined && { title: failed })} onRetry={() => query.refetch()} />
    );
  return <div className={classes.waiting} style={{ height }} data-shown={isLate || undefined} aria-busy="true" />;
}
