import type { Subject } from '../../../platform/context/subject.ts';
import type { Tx } from '../../../platform/postgres/database.ts';

/** Ends one session of an account; answers whether there was such a one that had not expired. */
export async function endSessionOf(tx: Tx, accountId: string, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .deleteFrom('session')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Signs an account out everywhere but where it asks from. */
export async function endOtherSessions(tx: Tx, accountId: string, subject: Subject): Promise<void> {
  const kept = subject.kind === 'account' ? subject.sessionId : '';
  await tx.deleteFrom('session').where('account_id', '=', accountId).where('id', '<>', kept).execute();
}
