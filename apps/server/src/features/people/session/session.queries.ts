import type { CallReply } from '@usance/api/call';
import type { sessions } from '@usance/api/people/session';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';

/** Returns the caller's sessions, last used first. */
export async function listSessions({
  db,
  now,
  subject,
}: Pick<ReadContext, 'db' | 'now' | 'subject'>): Promise<CallReply<typeof sessions.list>> {
  const { accountId, sessionId } = signedInSubject(subject);
  const rows = await db
    .selectFrom('session')
    .select(['id', 'device', 'address', 'created_at', 'last_used_at', 'expires_at', 'operator_id'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      isCurrent: row.id === sessionId,
      byOperator: row.operator_id !== null,
      // The operator's device and address do not help a customer, but would help a phisher.
      device: row.operator_id === null ? row.device : '',
      address: row.operator_id === null ? row.address : '',
      gmtCreated: row.created_at.toISOString(),
      gmtLastUsed: row.last_used_at.toISOString(),
      gmtExpires: row.expires_at.toISOString(),
    })),
  };
}
