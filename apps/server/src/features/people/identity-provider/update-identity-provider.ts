import type { ParsedBody } from '@usance/api/call';
import type { IdentityProvider, identityProviders } from '@usance/api/people/identity-provider';
import type { Work } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { identityProviderOf, keptOf } from './identity-provider.ts';
import { lastRefusals } from './provider-refusals.ts';

/** Changes a provider at once, also for sign-ons that are under way: a removed key no longer proves anything. */
export async function updateIdentityProvider(
  { tx }: Pick<Work, 'tx'>,
  { params: { id }, body }: { params: { id: string }; body: ParsedBody<typeof identityProviders.update> },
): Promise<IdentityProvider> {
  const row = await tx
    .updateTable('identity_provider')
    .set(keptOf(body))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('IDENTITY_PROVIDER_NOT_FOUND');
  return identityProviderOf(row, (await lastRefusals(tx, [id])).get(id) ?? []);
}
