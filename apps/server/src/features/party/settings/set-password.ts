import type { ParsedBody } from '@usance/api/call';
import type { settings } from '@usance/api/settings';
import type { ReadContext } from '../../../platform/context/context.ts';
import { postMessage } from '../../../platform/message/post-message.ts';
import { findAccountByIdentifier } from '../account/account.queries.ts';
import { changePassword } from '../account/change-password.ts';
import { newPasswordHash } from '../account/password.ts';
import { useJob } from '../verification/prove-code.ts';
import { codeWrong, refuseUnproved } from '../verification/refuse-unproved.ts';
import { passwordChanged } from './password-changed.ts';

/**
 * Sets a new password for an e-mail whose code is named, in a session or without one. All other sessions of the account end,
 * whoever was locked out by others' guesses can sign in again, and the e-mail is told.
 */
export async function setPassword(
  ctx: ReadContext,
  { body }: { body: ParsedBody<typeof settings.setPassword> },
): Promise<void> {
  const { db, now, language } = ctx;
  const target = body.email.toLowerCase();
  await refuseUnproved(ctx, body, { target, purpose: 'reset' }, 'token');
  const passwordHash = await newPasswordHash(body.password, 'password');
  await db.transaction().execute(async (tx) => {
    const account = await findAccountByIdentifier(tx, target);
    if (!account || !(await useJob(tx, body.authJobID, now))) throw codeWrong('token');
    await changePassword(tx, { ...account, passwordHash }, ctx);
    await postMessage({ tx, now }, { channel: 'mail', to: account.identifier, ...passwordChanged[language] });
  });
}
