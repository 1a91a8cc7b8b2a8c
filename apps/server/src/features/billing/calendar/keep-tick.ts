import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

/** Stores the time of a round, unless a later one is stored. */
export async function keepTick(db: DbOrTx, at: Date): Promise<void> {
  await db
    .insertInto('calendar_tick')
    .values({ last_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ last_at: sql`greatest(calendar_tick.last_at, ${at}::timestamptz)` }),
    )
    .execute();
}

/** Stores a time that an operator accepted, even one before the last round. */
export async function setTick(db: DbOrTx, at: Date): Promise<void> {
  await db
    .insertInto('calendar_tick')
    .values({ last_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_at: at }))
    .execute();
}
