import type { Settings } from '@usance/api/people/settings';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { profileOf } from './profile.ts';

/** Returns the caller's profile. */
export function getSettings({ db, subject }: Pick<ReadContext, 'db' | 'subject'>): Promise<Settings> {
  return profileOf(db, signedInAccount(subject));
}
