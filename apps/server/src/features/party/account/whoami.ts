import type { Identity } from '@usance/api/account';
import type { ReadContext } from '../../../platform/context/context.ts';
import { signedInAccount } from '../../../platform/context/subject.ts';
import { getAccount, identityOf } from './account.queries.ts';
import { getAssumed } from './assumed-session.ts';

/** The account whose session asks, and who acts for it where that is an operator. */
export async function whoami({ db, subject }: Pick<ReadContext, 'db' | 'subject'>): Promise<Identity> {
  const identity = identityOf(await getAccount(db, signedInAccount(subject)));
  if (subject.kind !== 'account' || subject.operatorId === undefined) return identity;
  return { ...identity, assumed: await getAssumed(db, subject.sessionId) };
}
