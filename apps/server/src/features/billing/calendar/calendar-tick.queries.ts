import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';

/** The time of the calendar's last round, or of a later one that a person has accepted; undefined before the first. */
export async function lastTick(db: DbOrTx): Promise<Date | undefined> {
  return (await db.selectFrom('calendar_tick').select('last_at').executeTakeFirst())?.last_at;
}

/** Keeps the time of a round; never an earlier one than is kept. */
export async function keepTick(db: DbOrTx, at: Date): Promise<void> {
  await db
    .insertInto('calendar_tick')
    .values({ last_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ last_at: sql`greatest(calendar_tick.last_at, ${at}::timestamptz)` }),
    )
    .execute();
}

/** Keeps a time that a person has accepted, also one before the last round. */
export async function setTick(db: DbOrTx, at: Date): Promise<void> {
  await db
    .insertInto('calendar_tick')
    .values({ last_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_at: at }))
    .execute();
}
