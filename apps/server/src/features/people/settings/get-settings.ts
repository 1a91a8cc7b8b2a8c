import type { Settings } from '@usance/api/people/settings';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { getAccount, identityOf } from '../account/account.queries.ts';

/** Returns the caller's profile. */
export function getSettings({ db, subject }: Pick<ReadContext, 'db' | 'subject'>): Promise<Settings> {
  return profileOf(db, signedInAccount(subject));
}

export async function profileOf(db: DbOrTx, accountId: string): Promise<Settings> {
  return identityOf(await getAccount(db, accountId));
}
