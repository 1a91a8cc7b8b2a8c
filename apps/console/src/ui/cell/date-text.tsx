import { Tooltip } from '@mantine/core';
import { formatDay, formatInstant, formatRelative } from '../format/dates.ts';
import classes from './cell.module.css';

/** A calendar day of a bill, with its billing zone where the day could be misread. */
export function DayText({ day, zone }: { day: string; zone?: string }) {
  return (
    <time dateTime={day} className={classes.date}>
      {formatDay(day)}
      {zone !== undefined && <span className={classes.zone}> {zone}</span>}
    </time>
  );
}

interface InstantTextProps {
  /** RFC 3339. */
  at: string;
  /** Adds "in 3 days" or "2 hours ago", reckoned from this many epoch milliseconds. */
  relativeTo?: number;
}

/** A moment on the reader's own clock; hovering or focusing tells it in UTC. */
export function InstantText({ at, relativeTo }: InstantTextProps) {
  return (
    <Tooltip label={formatInstant(at, 'UTC')}>
      <time dateTime={at} className={classes.date}>
        {formatInstant(at)}
        {relativeTo !== undefined && <span className={classes.zone}> · {formatRelative(at, relativeTo)}</span>}
      </time>
    </Tooltip>
  );
}
