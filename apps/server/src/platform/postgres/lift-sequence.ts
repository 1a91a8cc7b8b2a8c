import { sql } from 'kysely';
import type { Db } from './database.ts';

const numbersAtOnce = 1_000_000n;
/** A longer distance means a fault in the data, not numbers that were given. */
const mostNumbers = 1_000_000_000n;

/**
 * Draws from a sequence until it reaches `last`. Unlike setval, this never moves it back, even with concurrent draws.
 * Throws RangeError if it is too far away.
 */
export async function liftSequence(db: Db, name: string, last: bigint): Promise<void> {
  const { rows } = await sql<{ given: string }>`
    select (case when is_called then last_value else last_value - 1 end)::text as given from ${sql.table(name)}`.execute(
    db,
  );
  let missing = last - BigInt(rows[0]?.given ?? 0);
  if (missing > mostNumbers) throw new RangeError(`${name} is ${missing} numbers behind ${last}`);
  for (; missing > 0n; missing -= numbersAtOnce) {
    const count = missing < numbersAtOnce ? missing : numbersAtOnce;
    await sql`select count(nextval(${name}::regclass)) from generate_series(1, ${String(count)}::bigint)`.execute(db);
  }
}
