import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the numbers of the batches that meet a condition, held to be changed. An update of several batches names them by
 * this, since everybody holds batches in order of number: an update takes them as it finds them, and two could wait for
 * each other.
 */
export function heldBatches(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select batch_no from usage_batch where ${condition} order by batch_no for no key update`;
}
