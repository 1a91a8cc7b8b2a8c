import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../../platform/postgres/database.ts';

/** What was looked at by a clock no further ahead than this, another's may just have shown. */
const aheadMs = 60_000;

/**
 * Whether a contract is to be looked at: since time or a movement has changed something, or since a clock that ran ahead
 * looked last. What that one has seen may not be so, and what it has not seen it would keep from being looked at.
 */
export function isToLookAt({ eb, or }: ExpressionBuilder<Database, 'account_period'>, now: Date): Expression<SqlBool> {
  return or([eb('look_at', '<=', now), eb('looked_at', '>', new Date(now.getTime() + aheadMs))]);
}
