import type { Asked } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { forgetDevice, forgetOtherDevices } from './device.ts';
import { changeToken, lastingSession } from './session.ts';

/** Ends one session of an account, and with it that its device is known; answers whether there was such a one that had not expired. */
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

/** Who asks, and may stay signed in. */
export type Staying = Pick<Asked, 'subject' | 'now' | 'cookies'>;

/**
 * Signs an account out everywhere but where it asks from; no other device is known any more either. The session that stays
 * has another cookie from then on, so that whoever has copied the one before is out as well.
 */
export async function endOtherSessions(tx: Tx, accountId: string, by: Staying): Promise<void> {
  const kept = by.subject.kind === 'account' ? by.subject.sessionId : '';
  await tx.deleteFrom('session').where('account_id', '=', accountId).where('id', '<>', kept).execute();
  await forgetOtherDevices(tx, accountId, kept);
  await changeToken(tx, { id: kept, accountId }, by);
}

/**
 * The same for who has proved themselves in the session alone: only by the cookie that it has. Whoever signs in with a
 * passkey again, or comes back from acting for somebody, may be giving it another one just then, and a copy of the one before
 * would be given the session.
 */
export async function endSessionsBeside(tx: Tx, accountId: string, by: Staying): Promise<void> {
  await lastingSession(tx, signedInSubject(by.subject));
  await endOtherSessions(tx, accountId, by);
}
