import type { CallReply, ParsedBody } from '@usance/api/call';
import type { citizens } from '@usance/api/people/citizen';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { hidden, isPlausible } from './citizen.ts';
import { sealedNumber } from './sealed-number.ts';

/** Stores the caller's legal name and citizen number, as the caller states them; the number is encrypted. */
export async function authenticateCitizen(
  { tx, now, subject, sealingKey: key }: Pick<WriteContext, 'tx' | 'now' | 'subject' | 'sealingKey'>,
  { body: { citizenName, citizenSocialId } }: { body: ParsedBody<typeof citizens.auth> },
): Promise<CallReply<typeof citizens.auth>> {
  const accountId = signedInAccount(subject);
  const said = { name: citizenName, ...sealedNumber(key, citizenSocialId, accountId), said_at: now };
  await tx
    .insertInto('citizen')
    .values({ account_id: accountId, ...said })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(said))
    .execute();
  return { citizenName, citizenSocialId: hidden(citizenSocialId), isPlausible: isPlausible(citizenSocialId) };
}
