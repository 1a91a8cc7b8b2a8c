import type { Work } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';

/** Deletes a provider together with its links between people and accounts. */
export async function deleteIdentityProvider(
  { tx }: Pick<Work, 'tx'>,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  const row = await tx.deleteFrom('identity_provider').where('id', '=', id).returning('id').executeTakeFirst();
  if (!row) throw notFound('IDENTITY_PROVIDER_NOT_FOUND');
}
