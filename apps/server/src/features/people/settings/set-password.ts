import type { ParsedBody } from '@usance/api/call';
import { settings } from '@usance/api/people/settings';
import type { ReadContext } from '#platform/context/context.ts';
import { auditAccount } from '#platform/http/calls/audit/audit.ts';
import type { TranslatedWords } from '#platform/message/message.ts';
import { findAccountByIdentifier } from '../account/account.queries.ts';
import { changePassword } from '../account/change-password.ts';
import { newPasswordHash } from '../account/password.ts';
import { rememberDevice } from '../account/signed-in/device.ts';
import { tellOwner } from '../account/tell-owner.ts';
import { useOneJob } from '../verification/prove-code.ts';
import { codeWrong, refuseUnproved } from '../verification/refuse-unproved.ts';

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

/** The mail to the owner of an account about a new password. */
const passwordChanged: TranslatedWords = {
  en: {
    subject: 'Your Usance password was changed',
    text: 'The password of your account was changed, and all other sessions were signed out.\n\nIf it was not you, have a new password set on the sign-in page at once, and tell us.',
  },
  zh: {
    subject: '您的 Usance 密码已更改',
    text: '您的账号密码已更改，其他会话均已退出登录。\n\n如果不是您本人操作，请立即在登录页重新设置密码，并联系我们。',
  },
};
