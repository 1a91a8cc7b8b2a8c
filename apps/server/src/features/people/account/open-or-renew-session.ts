import type { Call } from '@usance/api/call';
import type { Identity } from '@usance/api/people/account';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import { auditAccount } from '#platform/http/calls/audit/audit.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { invalidSession } from '#platform/refusal.ts';
import { getAccount, identityOf } from './account.queries.ts';
import { rememberDevice } from './signed-in/device.ts';
import { openSession, renewSession } from './signed-in/session.ts';

/**
 * Signs an account in once any sign-in method has proved it, and remembers the device. Opens a session, or for a
 * `refresh` renews the current one (401 if that belongs to another account). The audit row names the call.
 */
export async function openOrRenewSession(
  tx: Tx,
  accountId: string,
  ctx: ReadContext,
  { by, refresh = false }: { by: Call; refresh?: boolean | undefined },
): Promise<Identity> {
  const sessionId = await (refresh ? renewInHand(tx, accountId, ctx) : openSession(tx, accountId, ctx));
  await rememberDevice(tx, { accountId, sessionId }, ctx);
  await auditAccount(tx, by, ctx, accountId);
  return identityOf(await getAccount(tx, accountId));
}

async function renewInHand(tx: Tx, accountId: string, ctx: ReadContext): Promise<string> {
  const { sessionId } = signedInSubject(ctx.subject);
  if (!(await renewSession(tx, sessionId, accountId, ctx))) throw invalidSession();
  return sessionId;
}
