import type { ParsedQuery } from '@usance/api/call';
import type { Token, tokens } from '@usance/api/people/token';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { tokenOf } from './token.ts';

const columns = ['id', 'name', 'scopes', 'created_at', 'last_used_at', 'revoked_at'] as const;

const columnOf = {
  gmtCreated: 'created_at',
  name: 'name',
  // Unused tokens sort before used ones.
  gmtLastUsed: sql`coalesce(last_used_at, '-infinity')`,
} as const;

/** Returns a page of the internal tokens. */
export function listTokens(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof tokens.list> },
): Promise<Page<Token>> {
  return pageOf(
    db.selectFrom('internal_token'),
    query,
    (found) => found.select(columns).orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    tokenOf,
  );
}
