import type { InternalScope } from '@usance/api/call';
import { internalScope, type Token } from '@usance/api/people/token';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

type TokenRow = Omit<Selectable<Database['internal_token']>, 'token_hash'>;

/** The id of the token that INTERNAL_TOKEN or its file gives; it has every scope. */
export const configuredTokenId = 'tok-config';

/** Returns the scopes of a row that this version knows. */
export function scopesOf(row: Pick<TokenRow, 'scopes'>): InternalScope[] {
  return internalScope.options.filter((scope) => row.scopes.includes(scope));
}

/** The wire form of a token. */
export function tokenOf(row: TokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    gmtCreated: row.created_at.toISOString(),
    gmtLastUsed: row.last_used_at?.toISOString() ?? null,
    gmtRevoked: row.revoked_at?.toISOString() ?? null,
  };
}
