import type { Work } from '#platform/context/context.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { configuredTokenId } from './token.ts';

/** Ends what a token may do; one that is revoked already stays so since then. */
export async function revokeToken(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  if (id === configuredTokenId)
    throw conflict('TOKEN_CONFIGURED', 'This is the token of the configuration: start the server with another one.');
  const row = await tx
    .updateTable('internal_token')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound('TOKEN_NOT_FOUND');
}
