import type { WriteContext } from '../../../platform/context/context.ts';
import type { Language } from '../../../platform/context/language.ts';
import type { MessageWords } from '../../../platform/message/message.ts';
import { postMessage } from '../../../platform/message/post-message.ts';

type Told = 'added' | 'removed';

/** Tells the owner of an account by mail, in case it was somebody else. */
export async function tellOwnerOfPasskey(
  ctx: Pick<WriteContext, 'tx' | 'now' | 'language'>,
  { to, name }: { to: string; name: string },
  told: Told,
): Promise<void> {
  await postMessage(ctx, { channel: 'mail', to, ...words[ctx.language][told](name) });
}

const words: Readonly<Record<Language, Readonly<Record<Told, (name: string) => MessageWords>>>> = {
  en: {
    added: (name) => ({
      subject: 'A passkey was added to your Usance account',
      text: `The passkey “${name}” was added to your account: it signs in by itself from now on, without password and code, and a new password leaves it.\n\nIf it was not you, sign in and remove it on your account page at once, have a new password set, and tell us.`,
    }),
    removed: (name) => ({
      subject: 'A passkey was removed from your Usance account',
      text: `The passkey “${name}” was removed from your account and signs in no longer; all other sessions were signed out.\n\nIf it was not you, have a new password set on the sign-in page at once, and tell us.`,
    }),
  },
  zh: {
    added: (name) => ({
      subject: '您的 Usance 账号已添加通行密钥',
      text: `通行密钥“${name}”已添加到您的账号。从现在起，仅凭它即可登录，无需密码和验证码；更改密码不会移除它。\n\n如果不是您本人操作，请立即登录并在账号页面移除它，重新设置密码，并联系我们。`,
    }),
    removed: (name) => ({
      subject: '您的 Usance 账号已移除通行密钥',
      text: `通行密钥“${name}”已从您的账号移除，无法再用于登录；其他会话均已退出登录。\n\n如果不是您本人操作，请立即在登录页重新设置密码，并联系我们。`,
    }),
  },
};
