import type { WriteContext } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { endSessionsBeside } from '../account/end-sessions.ts';
import { provedAccount } from '../account/proved-account.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { passkeyTold } from './passkey-told.ts';

/** Removes a passkey of whoever asks, and signs out elsewhere whoever came in with it. */
export async function removePasskey(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'cookies' | 'language'>,
  { params }: { params: { id: string } },
): Promise<void> {
  const { tx } = ctx;
  const { id, identifier } = await provedAccount(ctx);
  const removed = await tx
    .deleteFrom('passkey')
    .where('id', '=', params.id)
    .where('account_id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('PASSKEY_NOT_FOUND');
  await endSessionsBeside(tx, id, ctx);
  await tellOwner(ctx, identifier, passkeyTold.removed(removed.name));
}
