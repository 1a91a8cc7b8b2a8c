import type { InternalScope } from '@usance/api/call';
import { internalScope, type Token } from '@usance/api/token';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

type TokenRow = Omit<Selectable<Database['internal_token']>, 'token_hash'>;

/** The token that INTERNAL_TOKEN or its file gives; it may do everything. */
export const configuredTokenId = 'tok-config';

/** Those that this version knows of the scopes of a row. */
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
