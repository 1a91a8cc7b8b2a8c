import type { ParsedBody } from '@usance/api/call';
import {
  type IdentityProvider,
  identityProviderId,
  type identityProviders,
} from '@usance/api/people/identity-provider';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict } from '#platform/refusal.ts';
import { identityProviderOf, keptOf } from './identity-provider.ts';

/** Links an identity provider to a domain that has none. */
export async function createIdentityProvider(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { body }: { body: ParsedBody<typeof identityProviders.create> },
): Promise<IdentityProvider> {
  const row = {
    id: newId(identityProviderId),
    domain: body.domain.toLowerCase(),
    entity_id: body.entityId,
    ...keptOf(body),
    created_at: now,
  };
  const made = await tx
    .insertInto('identity_provider')
    .values(row)
    .onConflict((conflicting) => conflicting.column('domain').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw conflict('IDENTITY_PROVIDER_CONFLICT', 'This domain already has an identity provider.');
  return identityProviderOf(row, []);
}
