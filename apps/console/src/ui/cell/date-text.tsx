import type { BillingZone } from '@usance/period/zone';
import { formatDay, formatInstant } from '../format/dates.ts';
import { Tip } from '../tip/tip.tsx';
import classes from './date-text.module.css';

/** A calendar day of a bill; one that has passed without what was due by it looks like it. */
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

/** A moment, RFC 3339, on the clock of a zone, or on the reader's own; pointing at it tells it in UTC. */
export function InstantText({ at, zone, isOverdue = false }: InstantTextProps) {
  return (
    <Tip label={() => formatInstant(at, 'UTC')}>
      <time dateTime={at} className={classes.date} data-overdue={isOverdue || undefined}>
        {formatInstant(at, zone)}
      </time>
    </Tip>
  );
}
