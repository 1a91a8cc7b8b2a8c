import type { WriteContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import { invalidSession, Refusal } from '#platform/refusal.ts';

const provedForMs = 10 * 60_000;

/** Returns the calling account if its session proved itself within the last ten minutes; refuses otherwise. */
export async function provedAccount({ tx, now, subject }: Pick<WriteContext, 'tx' | 'now' | 'subject'>) {
  const { accountId, sessionId, tokenHash } = signedInSubject(subject);
  // The lock serialises concurrent calls and waits for a password change. Only then is the session read: the other
  // transaction may have ended it or changed its cookie, which shuts out a copied one.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const session = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.proved_at', 'account.id', 'account.identifier'])
    .where('session.id', '=', sessionId)
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!session) throw invalidSession();
  if (now.getTime() - session.proved_at.getTime() > provedForMs)
    throw new Refusal('PASSWORD_PROOF_REQUIRED', 'Please enter your password again first.');
  return session;
}
