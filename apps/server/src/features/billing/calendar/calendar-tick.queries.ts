import type { DbOrTx } from '#platform/postgres/database.ts';

/**
 * Returns the time of the calendar's last round, or a later one that an operator accepted; undefined before the
 * first.
 */
export async function lastTick(db: DbOrTx): Promise<Date | undefined> {
  return (await db.selectFrom('calendar_tick').select('last_at').executeTakeFirst())?.last_at;
}

/**
 * Returns the time of a write whose clock shows `now`: at least the calendar's last round, in case the clock is
 * behind. The earlier of the two is returned as `dueBy`, since either may have run ahead.
 */
export async function timesOfAWrite(db: DbOrTx, now: Date): Promise<{ now: Date; dueBy: Date }> {
  const round = (await lastTick(db)) ?? now;
  return round > now ? { now: round, dueBy: now } : { now, dueBy: round };
}
