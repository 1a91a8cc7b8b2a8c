import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

const mark = /^\s*(?:select )?\/\* prepared: ([a-z ]{1,60}) \*\//;

/**
 * SQL: begins a statement of which each connection keeps the plan, since planning it takes longer than running it; or
 * follows its first word. Its text must not depend on what is asked: lists are arrays, and columns are named.
 */
export function prepared(name: string): RawBuilder<unknown> {
  return sql.raw(`/* prepared: ${name} */`);
}

/**
 * SQL: hides the list from the planner. Otherwise a plan for one entry looks cheaper than the kept plan, and PostgreSQL
 * plans again each time.
 */
export function opaque(list: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${list})`;
}

/** A connection that prepares marked statements. Two texts of one name are refused. */
export class PreparingClient extends pg.Client {}

PreparingClient.prototype.query = function query(this: pg.Client, text: unknown, ...others: unknown[]) {
  const name = typeof text === 'string' ? mark.exec(text)?.[1] : undefined;
  const [values, ...rest] = others;
  const asked = name === undefined ? [text, ...others] : [{ name, text, values }, ...rest];
  return Reflect.apply(pg.Client.prototype.query, this, asked);
} as typeof pg.Client.prototype.query;
