import type { Work, WriteContext } from '../../../platform/context/context.ts';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { notFound } from '../../../platform/refusal.ts';
import { endOtherSessions } from '../account/end-sessions.ts';

/** Somebody as their provider calls them. */
export interface ProviderPerson {
  readonly providerId: string;
  readonly nameId: string;
}

/** The account that a provider's person has. */
export async function findLinked(db: DbOrTx, { providerId, nameId }: ProviderPerson): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_link')
    .select('account_id')
    .where('provider_id', '=', providerId)
    .where('name_id', '=', nameId)
    .executeTakeFirst();
  return row?.account_id;
}

/** Gives a person an account for good; answers whether it is theirs, and not another's of the same provider. */
export async function linkAccount(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { providerId, nameId }: ProviderPerson,
  accountId: string,
): Promise<boolean> {
  const row = await tx
    .insertInto('provider_link')
    .values({ provider_id: providerId, name_id: nameId, account_id: accountId, linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Has sign-ons by a provider that are on their way begun again. */
export type EndSignOns = (tx: Tx, providerId: string) => Promise<void>;

/**
 * Forgets whose account it is, and signs them out: the next who is named with its e-mail comes to it. Sign-ons that are on
 * their way end, or theirs would win it back.
 */
export async function unlinkAccount(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'cookies' | 'subject'>,
  { params: { id, account } }: { params: { id: string; account: string } },
  endSignOns: EndSignOns,
): Promise<void> {
  const { tx } = ctx;
  // Whoever ends a sign-on meanwhile is before it and signed out, or after it and refused.
  const provider = tx.selectFrom('identity_provider').select('id').where('id', '=', id).forNoKeyUpdate();
  if (!(await provider.executeTakeFirst())) throw notFound('IDENTITY_PROVIDER_NOT_FOUND');
  const row = await tx
    .deleteFrom('provider_link')
    .where('provider_id', '=', id)
    .where('account_id', '=', account)
    .returning('account_id')
    .executeTakeFirst();
  if (!row) throw notFound('ACCOUNT_NOT_FOUND');
  await endSignOns(tx, id);
  await endOtherSessions(tx, account, ctx);
}
