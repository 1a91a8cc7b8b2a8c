import type { Identity } from '@usance/api/people/account';
import { sessionId } from '@usance/api/people/session';
import type { SignedInSubject } from '#platform/context/subject.ts';
import { newId } from '#platform/ids.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { invalidSession } from '#platform/refusal.ts';
import { endAssumedFrom, giveCookie, kept, lockSession, newToken, type SigningIn } from './session.ts';

const lifetimeMs = 15 * 60_000;

type Assumed = NonNullable<Identity['assumed']>;

/**
 * Opens a session of the account for an operator. It takes the place of the operator's own cookie and expires no
 * later than the operator's own session.
 */
export async function openAssumedSession(
  tx: Tx,
  accountId: string,
  operator: SignedInSubject,
  by: SigningIn,
): Promise<Assumed> {
  const { now } = by;
  const { token, token_hash } = newToken();
  const id = newId(sessionId);
  const own = await lockSession(tx, operator);
  const expiresAt = new Date(Math.min(now.getTime() + lifetimeMs, own.expires_at.getTime()));
  await tx
    .insertInto('session')
    .values({
      ...kept({ id, accountId, by }),
      token_hash,
      // The operator has proved nothing about this account.
      proved_at: new Date(0),
      expires_at: expiresAt,
      operator_id: operator.accountId,
      operator_session_id: operator.sessionId,
    })
    .execute();
  giveCookie(by, token, expiresAt.getTime() - now.getTime());
  return getAssumed(tx, id);
}

/**
 * Ends an assumed session and gives the operator's own session its cookie back. Returns false if there is no such
 * session.
 */
export async function leaveAssumedSession(tx: Tx, id: string, by: SigningIn): Promise<boolean> {
  const assumed = await tx.selectFrom('session').select('operator_session_id').where('id', '=', id).executeTakeFirst();
  if (!assumed?.operator_session_id) return false;
  const { token, token_hash } = newToken();
  // Locks the operator's own session first, in the order in which ending it locks: the assumed session ends with it.
  const own = await tx
    .updateTable('session')
    .set({ token_hash, last_used_at: by.now })
    .where('id', '=', assumed.operator_session_id)
    .returning('expires_at')
    .executeTakeFirst();
  const left = own && (await tx.deleteFrom('session').where('id', '=', id).returning('id').executeTakeFirst());
  if (!left) return false;
  await endAssumedFrom(tx, assumed.operator_session_id);
  giveCookie(by, token, own.expires_at.getTime() - by.now.getTime());
  return true;
}

/** Returns the operator who acts in an assumed session, and its end. Refuses with 401 if it has just ended. */
export async function getAssumed(db: DbOrTx, id: string): Promise<Assumed> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.operator_id')
    .select(['account.identifier', 'session.expires_at'])
    .where('session.id', '=', id)
    .executeTakeFirst();
  if (!row) throw invalidSession();
  return { by: row.identifier, gmtExpires: row.expires_at.toISOString() };
}

/** Ends all sessions in which the operator acts for another account. */
export async function endSessionsOfOperator(tx: Tx, operatorId: string): Promise<void> {
  await tx.deleteFrom('session').where('operator_id', '=', operatorId).execute();
}

/** Ends all sessions in which an operator acts for this account. */
export async function endAssumedSessionsOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('session').where('account_id', '=', accountId).where('operator_id', 'is not', null).execute();
}
