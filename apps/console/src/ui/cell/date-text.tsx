import { formatDay, formatInstant } from '../format/dates.ts';
import { Tip } from '../tip/tip.tsx';
import classes from './date-text.module.css';

/** A calendar day of a bill. */
export function DayText({ day }: { day: string }) {
  return (
    <time dateTime={day} className={classes.date}>
      {formatDay(day)}
    </time>
  );
}

/** A moment, RFC 3339, on the reader's own clock; pointing at it tells it in UTC. */
export function InstantText({ at }: { at: string }) {
  return (
    <Tip label={formatInstant(at, 'UTC')}>
      <time dateTime={at} className={classes.date}>
        {formatInstant(at)}
      </time>
    </Tip>
  );
}
