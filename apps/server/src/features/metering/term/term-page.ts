import { type Expression, type SqlBool, sql } from 'kysely';
import type { PageRequest } from '#platform/postgres/page.ts';

type TermTable = 'credit_limit' | 'discount' | 'grace_period' | 'purchase_blacklist';

export interface TermQuery extends PageRequest {
  readonly at?: string | undefined;
  readonly orderBy: 'start' | 'gmtCreated';
  readonly ordering: 'asc' | 'desc';
}

export const termColumn = ({ orderBy }: TermQuery) => (orderBy === 'start' ? 'effective_from' : 'created_at');

/**
 * SQL: true if a version holds at an instant, or if no instant is given. A temporary version replaces the one around
 * it, which has the same contract and the same column `alike`.
 */
export function heldAt(table: TermTable, at: string | undefined, alike: 'contract_id' | 'sku_id' = 'contract_id') {
  if (at === undefined) return sql<boolean>`true`;
  const holds = (version: string) =>
    sql`tstzrange(${sql.ref(`${version}.effective_from`)}, ${sql.ref(`${version}.effective_to`)}) @> ${at}::timestamptz`;
  const isAlike = (column: string) => sql`${sql.ref(`instead.${column}`)} = ${sql.ref(`${table}.${column}`)}`;
  const isReplaced = sql`exists (
    select from ${sql.table(table)} as instead
    where ${isAlike('contract_id')} and ${isAlike(alike)} and instead.temporary and ${holds('instead')})`;
  const held: Expression<SqlBool> = sql<boolean>`${holds(table)} and (${sql.ref(`${table}.temporary`)} or not ${isReplaced})`;
  return held;
}
