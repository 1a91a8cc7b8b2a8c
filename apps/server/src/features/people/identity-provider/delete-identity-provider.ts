import type { Work } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';

/** Lets a provider vouch for nobody any more. Which of its people had which account is forgotten with it. */
export async function deleteIdentityProvider(
  { tx }: Pick<Work, 'tx'>,
  { params: { id } }: { params: { id: string } },
): Promise<void> {
  const row = await tx.deleteFrom('identity_provider').where('id', '=', id).returning('id').executeTakeFirst();
  if (!row) throw notFound('IDENTITY_PROVIDER_NOT_FOUND');
}
