import type { Identity } from '@usance/api/account';
import type { ReadContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { getAccount, identityOf } from './account.queries.ts';

/** The account whose session asks. */
export async function whoami({ db, subject }: Pick<ReadContext, 'db' | 'subject'>): Promise<Identity> {
  return identityOf(await getAccount(db, signedInAccount(subject)));
}
