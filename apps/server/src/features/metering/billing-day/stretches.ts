import { addDays, type Day } from '@usance/period/day';

/**
 * Groups ordered days into stretches without gaps. A stretch never spans two months, so that a signed month does not
 * block the next one.
 */
export function stretchesOf(days: readonly Day[]): Day[][] {
  const stretches: Day[][] = [];
  for (const day of days) {
    const open = stretches.at(-1);
    const last = open?.at(-1);
    const continues = last !== undefined && addDays(last, 1) === day && !day.endsWith('-01');
    if (open && continues) open.push(day);
    else stretches.push([day]);
  }
  return stretches;
}
