import type { WriteContext } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { endOtherSessions } from '../account/end-sessions.ts';
import { forgetLink } from '../identity-provider/provider-links.ts';
import { endSignOns } from './end-sign-ons.ts';

/**
 * Forgets whose account it is, and signs them out: the next who is named with its e-mail comes to it. Sign-ons that are on
 * their way end, or theirs would win it back.
 */
export async function unlinkAccount(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'cookies' | 'subject'>,
  { params: { id, account } }: { params: { id: string; account: string } },
): Promise<void> {
  const { tx } = ctx;
  // Whoever ends a sign-on meanwhile is before it and signed out, or after it and refused.
  const provider = tx.selectFrom('identity_provider').select('id').where('id', '=', id).forNoKeyUpdate();
  if (!(await provider.executeTakeFirst())) throw notFound('IDENTITY_PROVIDER_NOT_FOUND');
  if (!(await forgetLink(tx, id, account))) throw notFound('ACCOUNT_NOT_FOUND');
  await endSignOns(tx, id);
  await endOtherSessions(tx, account, ctx);
}
