import { Tooltip } from '@mantine/core';
import { formatDay, formatInstant } from '../format/dates.ts';
import classes from './date-text.module.css';

/** A calendar day of a bill. */
export function DayText({ day }: { day: string }) {
  return (
    <time dateTime={day} className={classes.date}>
      {formatDay(day)}
    </time>
  );
}

/** A moment, RFC 3339, on the reader's own clock; hovering or focusing tells it in UTC. */
export function InstantText({ at }: { at: string }) {
  return (
    <Tooltip label={formatInstant(at, 'UTC')}>
      <time dateTime={at} className={classes.date}>
        {formatInstant(at)}
      </time>
    </Tooltip>
  );
}
