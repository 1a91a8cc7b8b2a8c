import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { latestShown } from '../calendar/latest-shown.ts';
import { aheadMs } from './rule/look-as-of.ts';

/**
 * Whether a contract is to be looked at: since time or a movement has changed something, or since a clock that ran ahead
 * looked last. What that one has seen may not be so, and what it has not seen it would keep from being looked at.
 */
export function isToLookAt({ eb, or }: ExpressionBuilder<Database, 'account_period'>, now: Date): Expression<SqlBool> {
  return or([eb('look_at', '<=', now), eb('looked_at', '>', aheadOf(latestShown(now)))]);
}

/** Read once, so that the index finds what is later. */
const aheadOf = (shown: Expression<Date>) => sql<Date>`(select ${shown} + ${`${aheadMs} ms`}::interval)`;
