import { sessionId } from '@usance/api/people/session';
import type { Asked, WriteContext } from '#platform/context/context.ts';
import { type SignedInSubject, signedInSubject } from '#platform/context/subject.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { hashOf, isSecretShaped, randomSecret } from '#platform/random-secret.ts';
import { invalidSession } from '#platform/refusal.ts';
import { endOldestSessions } from './end-oldest-sessions.ts';

const cookieName = '__Host-sid';
const lifetimeMs = 7 * 24 * 3_600_000;
const longestDevice = 200;

/** The part of a call that a new session records. */
export type SigningIn = Pick<Asked, 'now' | 'cookies' | 'address' | 'userAgent'>;

/** Opens a session, sets its cookie, and returns its id. The database stores only the cookie's hash. */
export async function openSession(tx: Tx, accountId: string, by: SigningIn): Promise<string> {
  const id = newId(sessionId);
  const { token, token_hash } = newToken();
  await endOldestSessions(tx, accountId);
  await tx
    .insertInto('session')
    .values({
      ...kept({ id, accountId, by }),
      token_hash,
      proved_at: by.now,
      expires_at: new Date(by.now.getTime() + lifetimeMs),
    })
    .execute();
  giveCookie(by, token);
  return id;
}

/** The columns that every kind of session has. */
export function kept({ id, accountId, by }: { id: string; accountId: string; by: SigningIn }) {
  return {
    id,
    account_id: accountId,
    device: by.userAgent.slice(0, longestDevice),
    address: by.address,
    created_at: by.now,
    last_used_at: by.now,
  };
}

/** Locks the session with this cookie until commit. Refuses with 401 if it has ended or has another cookie. */
export async function lockSession(
  tx: Tx,
  { sessionId: id, tokenHash }: SignedInSubject,
): Promise<{ expires_at: Date }> {
  const row = await tx
    .selectFrom('session')
    .select('expires_at')
    .where('id', '=', id)
    .where('token_hash', '=', tokenHash)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw invalidSession();
  return row;
}

/**
 * Renews the calling session after its account proved itself again, with a new cookie; the old one stops working.
 * Returns false if the account has no such session.
 */
export async function renewSession(tx: Tx, id: string, accountId: string, by: SigningIn): Promise<boolean> {
  const { token, token_hash } = newToken();
  const renewed = await tx
    .updateTable('session')
    .set({
      proved_at: by.now,
      last_used_at: by.now,
      token_hash,
      expires_at: new Date(by.now.getTime() + lifetimeMs),
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    // An assumed session stays short.
    .where('operator_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!renewed) return false;
  await endAssumedFrom(tx, id);
  giveCookie(by, token);
  return true;
}

/** Gives a session another cookie and changes nothing else. Does nothing if the session is not of this account. */
export async function changeToken(
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
  by: Pick<Asked, 'now' | 'cookies'>,
): Promise<void> {
  const { token, token_hash } = newToken();
  const changed = await tx
    .updateTable('session')
    .set({ token_hash })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('expires_at')
    .executeTakeFirst();
  if (!changed) return;
  await endAssumedFrom(tx, id);
  giveCookie(by, token, changed.expires_at.getTime() - by.now.getTime());
}

/**
 * Ends the assumed sessions that were opened from a session whose cookie has changed. Leaving one hands out that
 * session's cookie, and it may have been opened with a copied one.
 */
export async function endAssumedFrom(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('session').where('operator_session_id', '=', id).execute();
}

export function newToken() {
  const token = randomSecret();
  return { token, token_hash: hashOf(token) };
}

export function giveCookie({ cookies }: Pick<Asked, 'cookies'>, token: string, ms = lifetimeMs): void {
  cookies.set(cookieName, token, Math.floor(ms / 1_000));
}

/** Ends the calling session and clears its cookie. For an assumed session, ends the operator's own as well. */
export async function endSession({ tx, subject, cookies }: WriteContext): Promise<void> {
  const { sessionId: id } = signedInSubject(subject);
  const asked = await tx.selectFrom('session').select('operator_session_id').where('id', '=', id).executeTakeFirst();
  // Assumed sessions are deleted with the operator's own by cascade.
  await tx
    .deleteFrom('session')
    .where('id', '=', asked?.operator_session_id ?? id)
    .execute();
  cookies.clear(cookieName);
}

/**
 * Returns the session token of a Cookie header, unverified; undefined if the cookie is missing, malformed or given
 * twice.
 */
export const sessionTokenIn = (cookieHeader: string | undefined): string | undefined =>
  tokenIn(cookieName, cookieHeader);

export function tokenIn(name: string, cookieHeader: string | undefined): string | undefined {
  const tokens = (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const token = tokens[0]?.slice(name.length + 1);
  return tokens.length === 1 && token !== undefined && isSecretShaped(token) ? token : undefined;
}
