import type { Work } from '#platform/context/context.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { configuredTokenId } from './token.ts';

/** Revokes a token. Repeating it keeps the time of the first revocation. */
export async function revokeToken(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  if (id === configuredTokenId)
    throw conflict('TOKEN_CONFIGURED', 'This token comes from the configuration: start the server with another one.');
  const row = await tx
    .updateTable('internal_token')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound('TOKEN_NOT_FOUND');
}
