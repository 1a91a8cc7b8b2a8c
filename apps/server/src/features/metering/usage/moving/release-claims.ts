import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { lockedBatches } from './locked-batches.ts';

/**
 * Releases a claim on some of the batches `among`, if it exists; they stay a group if they are `together`. Never throws:
 * if PostgreSQL is down, it tries again every second, up to `attempts` times.
 */
export async function releaseWithRetry(
  db: Db,
  claim: string,
  among: RawBuilder<unknown>,
  attempts: number,
  together = true,
): Promise<void> {
  try {
    await sql`
      with locked as materialized (${lockedBatches(sql`claim = ${claim} and ${among}`)})
      update usage_batch set claim = null, claimed_until = clock_timestamp(), sent_as = case when ${together} then sent_as end
      from locked where usage_batch.batch_no = locked.batch_no and claim = ${claim}`.execute(db);
  } catch {
    if (attempts > 0) setTimeout(() => void releaseWithRetry(db, claim, among, attempts - 1, together), 1_000).unref();
  }
}

/** Releases all claims, at the start of a server that runs alone: a killed process may have left some. */
export async function releaseClaims(db: Db): Promise<void> {
  await sql`
    with locked as materialized (${lockedBatches(sql`claim is not null`)})
    update usage_batch set claim = null, claimed_until = clock_timestamp()
    from locked where usage_batch.batch_no = locked.batch_no`.execute(db);
}
