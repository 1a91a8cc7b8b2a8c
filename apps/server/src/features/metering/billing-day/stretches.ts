import { addDays, type Day } from '@usance/period/day';

/** Days in order, cut where one is missing and where a month begins: a signed month must not hold up its neighbour. */
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
