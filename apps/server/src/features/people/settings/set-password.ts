import type { ParsedBody } from '@usance/api/call';
import { settings } from '@usance/api/settings';
import type { ReadContext } from '#platform/context/context.ts';
import { auditAccount } from '#platform/http/calls/audit.ts';
import { findAccountByIdentifier } from '../account/account.queries.ts';
import { changePassword } from '../account/change-password.ts';
import { rememberDevice } from '../account/device.ts';
import { newPasswordHash } from '../account/password.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { useOneJob } from '../verification/prove-code.ts';
import { codeWrong, refuseUnproved } from '../verification/refuse-unproved.ts';
import { passwordChanged } from './password-changed.ts';

/**
 * Sets a new password for the e-mail that the code proves, with or without a session. Ends the account's other
 * sessions and its open reset codes, lifts its lockout, and mails the owner.
 */
export async function setPassword(
  ctx: ReadContext,
  { body }: { body: ParsedBody<typeof settings.setPassword> },
): Promise<void> {
  const { db, now, subject, language } = ctx;
  const target = body.email.toLowerCase();
  const bound = { target, purpose: 'reset' } as const;
  await refuseUnproved(ctx, body, bound, 'token');
  const passwordHash = await newPasswordHash(body.password, 'password');
  const sessionOf = (accountId: string) =>
    subject.kind === 'account' && subject.accountId === accountId ? subject.sessionId : undefined;
  await db.transaction().execute(async (tx) => {
    const account = await findAccountByIdentifier(tx, target);
    if (!account || !(await useOneJob(tx, { id: body.authJobID, bound }, now))) throw codeWrong('token');
    await changePassword(tx, { ...account, passwordHash }, ctx);
    // The owner has proved the e-mail on this device, so that guesses of strangers must not lock them out there.
    await rememberDevice(tx, { accountId: account.id, sessionId: sessionOf(account.id) }, ctx);
    await auditAccount(tx, settings.setPassword, ctx, account.id);
    await tellOwner({ tx, now, language }, account.identifier, passwordChanged);
  });
}
