import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: locks the batches that meet a condition and returns their numbers. Updates of several batches use it, so that
 * all transactions lock batches in order of number and cannot deadlock.
 */
export function lockedBatches(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select batch_no from usage_batch where ${condition} order by batch_no for no key update`;
}
