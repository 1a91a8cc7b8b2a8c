import type { BillingZone } from '@usance/period/zone';
import { formatDay, formatInstant } from '../format/dates.ts';
import { Tip } from '../tip/tip.tsx';
import classes from './date-text.module.css';

/** A calendar day of a bill, marked if it passed without the due payment. */
export function DayText({ day, isOverdue = false }: { day: string; isOverdue?: boolean }) {
  return (
    <time dateTime={day} className={classes.date} data-overdue={isOverdue || undefined}>
      {formatDay(day)}
    </time>
  );
}

interface InstantTextProps {
  at: string;
  zone?: BillingZone | undefined;
  isOverdue?: boolean;
}

/** An RFC 3339 instant in a zone or in the reader's own; its tooltip shows UTC. */
export function InstantText({ at, zone, isOverdue = false }: InstantTextProps) {
  return (
    <Tip label={() => formatInstant(at, 'UTC')}>
      <time dateTime={at} className={classes.date} data-overdue={isOverdue || undefined}>
        {formatInstant(at, zone)}
      </time>
    </Tip>
  );
}
