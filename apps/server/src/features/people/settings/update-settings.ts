import type { ParsedBody } from '@usance/api/call';
import { phoneTrouble } from '@usance/api/phone';
import type { Settings, settings } from '@usance/api/settings';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { changeTraits } from '../account/change-traits.ts';
import { profileOf } from './profile.ts';

/** Changes what whoever asks says of themselves: what is not named stays, and what is empty is said no more. */
export async function updateSettings(
  { tx, subject }: Pick<WriteContext, 'tx' | 'subject'>,
  { body }: { body: ParsedBody<typeof settings.update> },
): Promise<Settings> {
  const accountId = signedInAccount(subject);
  const traits = await changeTraits(tx, accountId, body);
  // The number may be of the country that was named before.
  const trouble = phoneTrouble(traits['phoneNumber'] ?? '', traits['countryPhone']);
  if (trouble !== undefined) throw invalidParameter('phoneNumber', trouble);
  return profileOf(tx, accountId);
}
