import type { ParsedQuery } from '@usance/api/call';
import type { identities, KnownIdentity } from '@usance/api/people/identity';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { identityOf } from '../account/account.queries.ts';

/** Returns a page of all accounts, without anything about their passwords. */
export function listIdentities(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof identities.list> },
): Promise<Page<KnownIdentity>> {
  let wanted = db.selectFrom('account');
  if (query.identifier)
    wanted = wanted.where(sql<boolean>`position(lower(${query.identifier}) in lower(identifier)) > 0`);
  return pageOf(
    wanted,
    query,
    (found) =>
      found
        .select(['id', 'identifier', 'traits', 'created_at'])
        .orderBy(query.orderBy === 'identifier' ? sql`lower(identifier)` : 'created_at', query.ordering)
        .orderBy('id'),
    (row) => ({ ...identityOf(row), gmtCreated: row.created_at.toISOString() }),
  );
}
