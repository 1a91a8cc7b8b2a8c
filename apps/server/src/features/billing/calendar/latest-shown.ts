import { type RawBuilder, sql } from 'kysely';

/**
 * The latest that a trusted clock shows: this one at `now`, the database's, or the calendar's in its last round, which never
 * goes round by a clock in doubt. Where server and database have one clock, and it is behind, the last round tells.
 */
export function latestShown(now: Date): RawBuilder<Date> {
  return sql<Date>`(select greatest(${now}::timestamptz, product_now(), max(last_at)) from calendar_tick)`;
}
