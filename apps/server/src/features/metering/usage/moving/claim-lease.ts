import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { lockedBatches } from './locked-batches.ts';

/** Longer than any single request of a claim's holder can take (insert-usage-batch.ts). */
export const leaseSeconds = 150;

/** SQL: the end of a claim that is made or renewed now. */
export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/**
 * SQL: true if no process holds the batch. `claimed_until` of a released batch is its time of release, which lies in
 * the future if the clock ran ahead.
 */
export const isFree = sql<boolean>`(claim is null or claimed_until < clock_timestamp())`;

/**
 * Shortens claims that were made while PostgreSQL's clock ran ahead to one lease from now. They are not released at
 * once, because their holder may be at work, and renews the claim before it writes.
 */
export async function shortenClaims(db: Db, among: RawBuilder<unknown>): Promise<void> {
  await sql`
    with locked as materialized (${lockedBatches(sql`${among} and claim is not null and claimed_until > ${leaseEnd}`)})
    update usage_batch set claimed_until = ${leaseEnd} from locked where usage_batch.batch_no = locked.batch_no`.execute(
    db,
  );
}
