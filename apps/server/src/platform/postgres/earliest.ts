import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from './database.ts';

/** The earliest of some instants, each null where there is none: by then, to a thousandth of a second, all of it has come. */
export async function earliest(db: DbOrTx, ...instants: readonly RawBuilder<Date | null>[]): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select date_trunc('milliseconds', least(${sql.join(instants)}) + interval '999 microseconds') as at`.execute(db);
  return rows[0]?.at ?? undefined;
}
