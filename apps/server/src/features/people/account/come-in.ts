import type { Identity } from '@usance/api/account';
import type { Call } from '@usance/api/call';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInSubject } from '#platform/context/subject.ts';
import { auditAccount } from '#platform/http/calls/audit.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { invalidSession } from '#platform/refusal.ts';
import { getAccount, identityOf } from './account.queries.ts';
import { rememberDevice } from './device.ts';
import { openSession, renewSession } from './session.ts';

/**
 * Lets somebody in who has proved which account is theirs, in whichever way, and answers who they are: opens a session, or
 * renews the one in hand for a `refresh` (401 where that is not of this account), and knows the device from now on. The audit
 * says by which call.
 */
export async function comeIn(
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
