import type { Asked } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { forgetDevice, forgetOtherDevices } from './device.ts';
import { changeToken, lockSession } from './session.ts';

/** Ends one session of an account and forgets its device. Returns false if there is no such unexpired session. */
export async function endSessionOf(tx: Tx, accountId: string, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .returning('known_device')
    .executeTakeFirst();
  if (ended?.known_device) await forgetDevice(tx, accountId, ended.known_device, now);
  return ended !== undefined;
}

/** The part of a call that may keep its own session. */
export type Staying = Pick<Asked, 'subject' | 'now' | 'cookies'>;

/**
 * Ends all sessions of an account except the calling one, and forgets the other devices. The calling session gets a
 * new cookie, so that a copied one stops working.
 */
export async function endOtherSessions(tx: Tx, accountId: string, by: Staying): Promise<void> {
  const kept = by.subject.kind === 'account' ? by.subject.sessionId : '';
  await tx.deleteFrom('session').where('account_id', '=', accountId).where('id', '<>', kept).execute();
  await forgetOtherDevices(tx, accountId, kept);
  await changeToken(tx, { id: kept, accountId }, by);
}

/**
 * Does the same if the calling session still has the cookie of this request. A passkey sign-in or the return of an
 * operator may change the cookie meanwhile; a copy of the old one must not get the new one.
 */
export async function endOtherSessionsByCookie(tx: Tx, accountId: string, by: Staying): Promise<void> {
  await lockSession(tx, signedInSubject(by.subject));
  await endOtherSessions(tx, accountId, by);
}
