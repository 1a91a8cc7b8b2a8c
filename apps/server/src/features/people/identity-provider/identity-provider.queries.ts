import type { ParsedQuery } from '@usance/api/call';
import type { IdentityProvider, identityProviders } from '@usance/api/people/identity-provider';
import type { Deps } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { identityProviderOf, type ProviderRow } from './identity-provider.ts';
import { lastRefusals } from './provider-refusals.ts';

/** Returns a page of the providers, each with the reasons of its last refused sign-ons. */
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

/** Returns the provider of an e-mail's domain; the e-mail is in lower case. */
export function findProviderOf(db: DbOrTx, identifier: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('identity_provider').selectAll().where('domain', '=', domainOf(identifier)).executeTakeFirst();
}

export function findProvider(db: DbOrTx, id: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('identity_provider').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks a provider against change and deletion until commit. */
export function lockProvider(tx: Tx, id: string): Promise<ProviderRow | undefined> {
  return tx.selectFrom('identity_provider').selectAll().where('id', '=', id).forShare().executeTakeFirst();
}

const domainOf = (identifier: string): string => identifier.slice(identifier.lastIndexOf('@') + 1);
