import { internalScope } from '@usance/api/token';
import type { Db } from '../../../platform/postgres/database.ts';
import { hashOf } from '../../../platform/random-secret.ts';
import { configuredTokenId } from './token.ts';

/** Lets the configured token in with every scope, under an id that does not change; an earlier one is replaced. */
export async function installToken(db: Db, token: string, now: Date): Promise<void> {
  const given = { token_hash: hashOf(token), scopes: [...internalScope.options] };
  await db
    .insertInto('internal_token')
    .values({ id: configuredTokenId, name: 'INTERNAL_TOKEN', created_at: now, ...given })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(given))
    .execute();
}
