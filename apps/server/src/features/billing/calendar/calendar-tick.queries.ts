import type { DbOrTx } from '#platform/postgres/database.ts';

/**
 * Returns the time of the calendar's last round, or a later one that an operator accepted; undefined before the
 * first.
 */
export async function lastTick(db: DbOrTx): Promise<Date | undefined> {
  return (await db.selectFrom('calendar_tick').select('last_at').executeTakeFirst())?.last_at;
}
