import type { DbOrTx } from '#platform/postgres/database.ts';

/** The time of the calendar's last round, or of a later one that a person has accepted; undefined before the first. */
export async function lastTick(db: DbOrTx): Promise<Date | undefined> {
  return (await db.selectFrom('calendar_tick').select('last_at').executeTakeFirst())?.last_at;
}
