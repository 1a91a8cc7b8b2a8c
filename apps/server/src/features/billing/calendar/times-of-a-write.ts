import type { DbOrTx } from '#platform/postgres/database.ts';
import { lastTick } from './calendar-tick.queries.ts';

/**
 * Returns the time of a write whose clock shows `now`: at least the calendar's last round, in case the clock is
 * behind. The earlier of the two is returned as `dueBy`, since either may have run ahead.
 */
export async function timesOfAWrite(db: DbOrTx, now: Date): Promise<{ now: Date; dueBy: Date }> {
  const round = (await lastTick(db)) ?? now;
  return round > now ? { now: round, dueBy: now } : { now, dueBy: round };
}
