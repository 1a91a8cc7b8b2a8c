import type { WriteContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import { invalidSession, Refusal } from '#platform/refusal.ts';

const provedForMs = 10 * 60_000;

/** The account that asks, whose session has proved its password, and its code, within ten minutes; refuses any other. */
export async function provedAccount({ tx, now, subject }: Pick<WriteContext, 'tx' | 'now' | 'subject'>) {
  const { accountId, sessionId, tokenHash } = signedInSubject(subject);
  // Two of these at once go one after the other, and wait for a new password; the session is looked at after that, as
  // whoever was before may have ended it, or given it another cookie: whoever has copied the one before is out.
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
