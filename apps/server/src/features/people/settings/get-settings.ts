import type { Settings } from '@usance/api/settings';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { profileOf } from './profile.ts';

/** What whoever asks has said of themselves. */
export function getSettings({ db, subject }: Pick<ReadContext, 'db' | 'subject'>): Promise<Settings> {
  return profileOf(db, signedInAccount(subject));
}
