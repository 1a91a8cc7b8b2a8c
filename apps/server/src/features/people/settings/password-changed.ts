import type { TranslatedWords } from '#platform/message/message.ts';

/** The mail to the owner of an account about a new password. */
export const passwordChanged: TranslatedWords = {
  en: {
    subject: 'Your Usance password was changed',
    text: 'The password of your account was changed, and all other sessions were signed out.\n\nIf it was not you, have a new password set on the sign-in page at once, and tell us.',
  },
  zh: {
    subject: '您的 Usance 密码已更改',
    text: '您的账号密码已更改，其他会话均已退出登录。\n\n如果不是您本人操作，请立即在登录页重新设置密码，并联系我们。',
  },
};
