import type { ParsedQuery } from '@usance/api/call';
import type { Token, tokens } from '@usance/api/token';
import type { Deps } from '../../../platform/context/context.ts';
import { type Page, pageOf } from '../../../platform/postgres/page.ts';
import { tokenOf } from './token.ts';

const columns = ['id', 'name', 'scopes', 'created_at', 'last_used_at', 'revoked_at'] as const;

/** A page of the internal tokens, the newest first. */
export function listTokens(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof tokens.list> },
): Promise<Page<Token>> {
  return pageOf(
    db.selectFrom('internal_token'),
    query,
    (found) => found.select(columns).orderBy('created_at', 'desc').orderBy('id'),
    tokenOf,
  );
}
