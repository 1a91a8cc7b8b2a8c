import type { Subject } from '#platform/context/subject.ts';
import type { Db } from '#platform/postgres/database.ts';
import { prepared } from '#platform/postgres/prepared.ts';
import { hashOf } from '#platform/random-secret.ts';
import { sessionTokenIn } from './session.ts';

const usedWithinMs = 60_000;

/** Returns the subject of the session in a Cookie header, and records its use. */
export async function findSession(db: Db, cookieHeader: string | undefined, now: Date): Promise<Subject | undefined> {
  const token = sessionTokenIn(cookieHeader);
  if (token === undefined) return undefined;
  const tokenHash = hashOf(token);
  const found = db
    .selectFrom('session')
    .modifyFront(prepared('session'))
    .select(['id', 'account_id', 'operator_id', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now);
  const before = await found.executeTakeFirst();
  if (!before) return undefined;
  // Recording the use waits for a transaction that ends the session or changes its cookie, so the row is read again.
  const row = (await noteUse(db, before, now)) ? await found.executeTakeFirst() : before;
  if (!row) return undefined;
  const operator = row.operator_id !== null && { operatorId: row.operator_id };
  return { kind: 'account', accountId: row.account_id, sessionId: row.id, tokenHash, ...operator };
}

/**
 * Records the use once a minute at most: a console that calls all day must not write a row each time. Returns true if
 * it did.
 */
async function noteUse(db: Db, { id, last_used_at }: { id: string; last_used_at: Date }, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - usedWithinMs);
  if (last_used_at > since) return false;
  await db
    .updateTable('session')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', '<=', since)
    .execute();
  return true;
}
