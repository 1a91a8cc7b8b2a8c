import type { Identity } from '@usance/api/people/account';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import { getAccount, identityOf } from './account.queries.ts';
import { getAssumed } from './signed-in/assumed-session.ts';

/** Returns the calling account, and the operator who acts for it if one does. */
export async function whoami({ db, subject }: Pick<ReadContext, 'db' | 'subject'>): Promise<Identity> {
  const { accountId, sessionId, operatorId } = signedInSubject(subject);
  const identity = identityOf(await getAccount(db, accountId));
  if (operatorId === undefined) return identity;
  return { ...identity, assumed: await getAssumed(db, sessionId) };
}
