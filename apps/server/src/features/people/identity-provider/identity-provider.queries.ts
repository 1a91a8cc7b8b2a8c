import type { ParsedQuery } from '@usance/api/call';
import type { IdentityProvider, identityProviders } from '@usance/api/identity-provider';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { identityProviderOf, type ProviderRow } from './identity-provider.ts';
import { lastRefusals } from './provider-refusals.ts';

/** A page of those that are linked, each with why its last sign-ons were refused. */
export async function listIdentityProviders(
  { db }: Pick<Deps, 'db'>,
  { query }: { query: ParsedQuery<typeof identityProviders.list> },
): Promise<Page<IdentityProvider>> {
  const page = await pageOf(
    db.selectFrom('identity_provider'),
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(query.orderBy === 'gmtCreated' ? 'created_at' : query.orderBy, query.ordering)
        .orderBy('id'),
    (row) => row,
  );
  const ids = page.items.map(({ id }) => id);
  const refusals = await lastRefusals(db, ids);
  return { ...page, items: page.items.map((row) => identityProviderOf(row, refusals.get(row.id) ?? [])) };
}

/** Who vouches for an e-mail, which is in small letters. */
export function findProviderOf(db: DbOrTx, identifier: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('identity_provider').selectAll().where('domain', '=', domainOf(identifier)).executeTakeFirst();
}

export function findProvider(db: DbOrTx, id: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('identity_provider').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A provider that stays as it is to the end of the transaction: who changes it or takes it away waits. */
export function lockProvider(tx: Tx, id: string): Promise<ProviderRow | undefined> {
  return tx.selectFrom('identity_provider').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

const domainOf = (identifier: string): string => identifier.slice(identifier.lastIndexOf('@') + 1);
