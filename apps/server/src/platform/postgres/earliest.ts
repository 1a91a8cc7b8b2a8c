import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from './database.ts';

/**
 * Returns the earliest of the given instants, ignoring nulls, rounded up to a millisecond, so that it has passed in
 * full.
 */
export async function earliest(db: DbOrTx, ...instants: readonly RawBuilder<Date | null>[]): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select date_trunc('milliseconds', least(${sql.join(instants)}) + interval '999 microseconds') as at`.execute(db);
  return rows[0]?.at ?? undefined;
}
