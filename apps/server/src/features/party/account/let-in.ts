import type { ReadContext } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { invalidSession } from '../../../platform/refusal.ts';
import { openSession, renewSession } from './session.ts';

/** Opens a session for an account that has proved itself, or renews the one in hand, and answers its id; 401 where that is not of this account. */
export async function letIn(tx: Tx, accountId: string, ctx: ReadContext, isRefresh: boolean): Promise<string> {
  if (!isRefresh) return openSession(tx, accountId, ctx);
  const { subject } = ctx;
  if (subject.kind !== 'account' || !(await renewSession(tx, subject.sessionId, accountId, ctx)))
    throw invalidSession();
  return subject.sessionId;
}
