import type { DbOrTx } from '#platform/postgres/database.ts';

/** Stores a time that an operator accepted, even one before the last round. */
export async function setTick(db: DbOrTx, at: Date): Promise<void> {
  await db
    .insertInto('calendar_tick')
    .values({ last_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_at: at }))
    .execute();
}
