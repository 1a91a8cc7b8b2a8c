import type { Work } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';

/** A person by their name at the provider. */
export interface ProviderPerson {
  readonly providerId: string;
  readonly nameId: string;
}

/** Returns the account that is linked to a provider's person. */
export async function findLinked(db: DbOrTx, { providerId, nameId }: ProviderPerson): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_link')
    .select('account_id')
    .where('provider_id', '=', providerId)
    .where('name_id', '=', nameId)
    .executeTakeFirst();
  return row?.account_id;
}

/**
 * Links a person to an account for good. Returns false if the account is already linked to another person of this
 * provider.
 */
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

/** Deletes the link of an account. Returns false if there was none. */
export async function forgetLink(tx: Tx, providerId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('provider_link')
    .where('provider_id', '=', providerId)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}
