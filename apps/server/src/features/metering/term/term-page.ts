import { type Expression, type SqlBool, sql } from 'kysely';

/** SQL: whether a version holds at an instant; any does where none is named. */
export function heldAt(at: string | undefined): Expression<SqlBool> {
  if (at === undefined) return sql<boolean>`true`;
  return sql<boolean>`effective_from <= ${at}::timestamptz and coalesce(effective_to, 'infinity') > ${at}::timestamptz`;
}
