import type { InternalScope } from '@usance/api/call';
import type { Db, DbOrTx } from '../../../platform/postgres/database.ts';
import { hashOf } from './session.ts';

/** Lets the configured token in with every scope, under an id that does not change; an earlier one is replaced. */
export async function installInternalToken(db: Db, token: string, now: Date): Promise<void> {
  const row = { id: 'tok-config', token_hash: hashOf(token), scopes: ['read', 'write'], created_at: now };
  await db
    .insertInto('internal_token')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ token_hash: row.token_hash }))
    .execute();
}

/** The token of an Authorization header, with its scopes; undefined when there is none that holds. */
export async function findInternalToken(db: DbOrTx, authorization: string | undefined) {
  const token = /^Bearer ([\x21-\x7e]{16,512})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('internal_token')
    .select(['id', 'scopes'])
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row && { tokenId: row.id, scopes: row.scopes.filter(isScope) };
}

function isScope(scope: string): scope is InternalScope {
  return scope === 'read' || scope === 'write';
}
