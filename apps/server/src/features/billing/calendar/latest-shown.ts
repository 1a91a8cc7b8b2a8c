import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the latest time of a trusted clock: this one at `now`, the database's, or the calendar's last round, which no
 * doubtful clock makes. If server and database share a clock that is behind, the last round is the latest.
 */
export function latestShown(now: Date): RawBuilder<Date> {
  return sql<Date>`(select greatest(${now}::timestamptz, product_now(), max(last_at)) from calendar_tick)`;
}
