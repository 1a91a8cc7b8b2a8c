import type { WriteContext } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { provedAccount } from '../account/proved-account.ts';
import { endOtherSessionsByCookie } from '../account/signed-in/end-sessions.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { passkeyNotices } from './passkey-notices.ts';

/** Removes a passkey of the caller and ends the other sessions of the account. */
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
  await endOtherSessionsByCookie(tx, id, ctx);
  await tellOwner(ctx, identifier, passkeyNotices.removed(removed.name));
}
