import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/postgres/database.ts';
import { heldBatches } from './held-batches.ts';

/** Longer than a single request of whoever has the claim can last (insert-usage-batch.ts). */
export const leaseSeconds = 150;

/** SQL: until when a claim lasts that is made or renewed now. */
export const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** SQL: whether nobody has a batch. One that was let go of says when, which is a time to come if the clock ran ahead then. */
export const isFree = sql<boolean>`(claim is null or claimed_until < clock_timestamp())`;

/**
 * A claim that ends later than one made now was made while PostgreSQL's clock ran ahead: from when that is seen it lasts
 * one lease more. It is not free at once, since whoever has it may be at work, and renews it before they write.
 */
export async function shortenClaims(db: Db, among: RawBuilder<unknown>): Promise<void> {
  await sql`
    with held as materialized (${heldBatches(sql`${among} and claim is not null and claimed_until > ${leaseEnd}`)})
    update usage_batch set claimed_until = ${leaseEnd} from held where usage_batch.batch_no = held.batch_no`.execute(
    db,
  );
}
