import type { CallReply, ParsedBody } from '@usance/api/call';
import type { citizens } from '@usance/api/citizen';
import type { WriteContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { hidden, isPlausible } from './citizen.ts';

/** Keeps which person whoever asks is by law, as they say. */
export async function authenticateCitizen(
  { tx, now, subject }: Pick<WriteContext, 'tx' | 'now' | 'subject'>,
  { body: { citizenName, citizenSocialId } }: { body: ParsedBody<typeof citizens.auth> },
): Promise<CallReply<typeof citizens.auth>> {
  const said = { name: citizenName, social_id: citizenSocialId, said_at: now };
  await tx
    .insertInto('citizen')
    .values({ account_id: signedInAccount(subject), ...said })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(said))
    .execute();
  return { citizenName, citizenSocialId: hidden(citizenSocialId), isPlausible: isPlausible(citizenSocialId) };
}
