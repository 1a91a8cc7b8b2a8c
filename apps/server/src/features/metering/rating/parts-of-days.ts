import type { Day } from '@usance/period/day';
import type { UsedDay } from '../billing-day/used-days.ts';

/** The engine keeps all rows of a statement with a running sum in memory: a few hundred megabytes for this many. */
const rowsToCarry = 500_000n;

/** Splits adjacent days into parts with at most that many usage records, or of one day. */
export function partsOfDays(days: readonly Day[], used: readonly UsedDay[]): Day[][] {
  const rowsOf = new Map(used.map(({ day, rows }) => [day, rows]));
  const parts: Day[][] = [];
  let rows = rowsToCarry;
  for (const day of days) {
    rows += rowsOf.get(day) ?? 0n;
    if (parts.length === 0 || rows > rowsToCarry) {
      parts.push([]);
      rows = rowsOf.get(day) ?? 0n;
    }
    parts.at(-1)?.push(day);
  }
  return parts;
}
