import type { WriteContext } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { notFound } from '#platform/refusal.ts';
import { endOtherSessions } from '../account/signed-in/end-sessions.ts';
import { forgetLink } from '../identity-provider/provider-links.ts';

/**
 * Unlinks an account from its provider's person and ends its sessions; the next person with its e-mail gets the
 * account. Pending sign-ons end too, or the former person could link it again.
 */
export async function unlinkAccount(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'cookies' | 'subject'>,
  { params: { id, account } }: { params: { id: string; account: string } },
): Promise<void> {
  const { tx } = ctx;
  // The lock orders concurrent sign-ons: one that comes before is signed out, and one that comes after is refused.
  const provider = tx.selectFrom('identity_provider').select('id').where('id', '=', id).forNoKeyUpdate();
  if (!(await provider.executeTakeFirst())) throw notFound('IDENTITY_PROVIDER_NOT_FOUND');
  if (!(await forgetLink(tx, id, account))) throw notFound('ACCOUNT_NOT_FOUND');
  await endSignOns(tx, id);
  await endOtherSessions(tx, account, ctx);
}

/** Deletes all pending sign-ons at a provider. Their accounts are not known yet, so all have to begin again. */
async function endSignOns(tx: Tx, providerId: string): Promise<void> {
  await tx.deleteFrom('sso_request').where('provider_id', '=', providerId).execute();
}
