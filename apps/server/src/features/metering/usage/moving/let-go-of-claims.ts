import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { heldBatches } from './held-batches.ts';

/**
 * Lets others try the batch `among` some that has this claim, if one has it; they see that it was tried. Never fails: while
 * PostgreSQL is away it is tried again each second, `attempts` times.
 */
export async function letGo(db: Db, claim: string, among: RawBuilder<unknown>, attempts: number): Promise<void> {
  try {
    await sql`
      update usage_batch set claim = null, claimed_until = clock_timestamp()
      where claim = ${claim} and ${among}`.execute(db);
  } catch {
    if (attempts > 0) setTimeout(() => void letGo(db, claim, among, attempts - 1), 1_000).unref();
  }
}

/** Lets go of all claims: for who knows that nobody else is at work, after a process that had some was killed. */
export async function releaseClaims(db: Db): Promise<void> {
  await sql`
    with held as materialized (${heldBatches(sql`claim is not null`)})
    update usage_batch set claim = null, claimed_until = clock_timestamp()
    from held where usage_batch.batch_no = held.batch_no`.execute(db);
}
