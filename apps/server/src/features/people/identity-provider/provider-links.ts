import type { Work } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';

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

/** Forgets whose account it is; answers whether it was linked. */
export async function forgetLink(tx: Tx, providerId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('provider_link')
    .where('provider_id', '=', providerId)
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}
