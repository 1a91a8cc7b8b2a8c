import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { latestShown } from '../calendar/latest-shown.ts';
import { aheadMs } from './rule/look-as-of.ts';

/**
 * SQL: true if a contract needs a check: time or a movement changed something, or a clock that ran ahead checked it
 * last. That clock may have seen too much, and would block later checks.
 */
export function needsCheck({ eb, or }: ExpressionBuilder<Database, 'account_period'>, now: Date): Expression<SqlBool> {
  return or([eb('look_at', '<=', now), eb('looked_at', '>', aheadOf(latestShown(now)))]);
}

/** A subquery runs once, so that the index can be used. */
const aheadOf = (shown: Expression<Date>) => sql<Date>`(select ${shown} + ${`${aheadMs} ms`}::interval)`;
