import type { TranslatedWords } from '#platform/message/message.ts';

/** The mails to the owner of an account about a passkey, by its name. */
export const passkeyNotices = {
  added: (name) => ({
    en: {
      subject: 'A passkey was added to your Usance account',
      text: `The passkey “${name}” was added to your account: it signs in by itself from now on, without password and code, and a new password leaves it.\n\nIf it was not you, sign in and remove it on your account page at once, have a new password set, and tell us.`,
    },
    zh: {
      subject: '您的 Usance 账号已添加通行密钥',
      text: `通行密钥“${name}”已添加到您的账号。从现在起，仅凭它即可登录，无需密码和验证码；更改密码不会移除它。\n\n如果不是您本人操作，请立即登录并在账号页面移除它，重新设置密码，并联系我们。`,
    },
  }),
  removed: (name) => ({
    en: {
      subject: 'A passkey was removed from your Usance account',
      text: `The passkey “${name}” was removed from your account and signs in no longer; all other sessions were signed out.\n\nIf it was not you, have a new password set on the sign-in page at once, and tell us.`,
    },
    zh: {
      subject: '您的 Usance 账号已移除通行密钥',
      text: `通行密钥“${name}”已从您的账号移除，无法再用于登录；其他会话均已退出登录。\n\n如果不是您本人操作，请立即在登录页重新设置密码，并联系我们。`,
    },
  }),
} satisfies Readonly<Record<string, (name: string) => TranslatedWords>>;
