import type { Passkey } from '@usance/api/people/passkey';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { notFound } from '#platform/refusal.ts';
import { passkeyOf } from './passkey.queries.ts';

/** Renames a passkey of the caller. */
export async function renamePasskey(
  { tx, subject }: Pick<WriteContext, 'tx' | 'subject'>,
  { params: { id }, body: { name } }: { params: { id: string }; body: { name: string } },
): Promise<Passkey> {
  const renamed = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', signedInAccount(subject))
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
  if (!renamed) throw notFound('PASSKEY_NOT_FOUND');
  return passkeyOf(renamed);
}
