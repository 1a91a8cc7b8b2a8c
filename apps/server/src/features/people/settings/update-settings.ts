import type { ParsedBody } from '@usance/api/call';
import type { Settings, settings } from '@usance/api/people/settings';
import { phoneTrouble } from '@usance/api/phone';
import type { WriteContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { changeTraits } from '../account/change-traits.ts';
import { profileOf } from './get-settings.ts';

/** Merges profile fields into the caller's account. Omitted fields stay; an empty value removes one. */
export async function updateSettings(
  { tx, subject }: Pick<WriteContext, 'tx' | 'subject'>,
  { body }: { body: ParsedBody<typeof settings.update> },
): Promise<Settings> {
  const accountId = signedInAccount(subject);
  const traits = await changeTraits(tx, accountId, body);
  // The number is checked against the stored country if the request names none.
  const trouble = phoneTrouble(traits['phoneNumber'] ?? '', traits['countryPhone']);
  if (trouble !== undefined) throw invalidParameter('phoneNumber', trouble);
  return profileOf(tx, accountId);
}
