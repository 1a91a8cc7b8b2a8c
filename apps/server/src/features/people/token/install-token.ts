import { internalScope } from '@usance/api/people/token';
import type { Deps } from '#platform/context/context.ts';
import { OperatorError } from '#platform/failure/operator-error.ts';
import { hashOf } from '#platform/random-secret.ts';
import { configuredTokenId } from './token.ts';

interface Configured {
  readonly internalToken: string;
  readonly isTokenShared?: boolean;
}

/**
 * Installs the configured token with every scope, under a fixed id, in place of an earlier one. Throws instead if
 * other servers may use the earlier one and this server generated its own.
 */
export async function installToken(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { internalToken, isTokenShared = false }: Configured,
): Promise<void> {
  const given = { token_hash: hashOf(internalToken), scopes: [...internalScope.options] };
  const installed = await db
    .insertInto('internal_token')
    .values({ id: configuredTokenId, name: 'INTERNAL_TOKEN', created_at: clock.now(), ...given })
    .onConflict((conflict) => {
      const replaced = conflict.column('id').doUpdateSet(given);
      return isTokenShared ? replaced.where('internal_token.token_hash', '=', given.token_hash) : replaced;
    })
    .returning('id')
    .executeTakeFirst();
  if (installed) return;
  throw new OperatorError(
    'This installation has another internal token than the one in DATA_DIR: set INTERNAL_TOKEN to that of its other servers, or to a new one on all of them.',
  );
}
