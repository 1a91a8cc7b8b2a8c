import type { DbOrTx } from '#platform/postgres/database.ts';
import { lastTick } from './calendar-tick.queries.ts';

/**
 * When a write by a clock that shows `now` happens: not before the calendar's last round, to which a clock that is behind has
 * not come. What it takes is due by both, since either may be the one that ran ahead.
 */
export async function timesOfAWrite(db: DbOrTx, now: Date): Promise<{ now: Date; dueBy: Date }> {
  const round = (await lastTick(db)) ?? now;
  return round > now ? { now: round, dueBy: now } : { now, dueBy: round };
}
