import type { TranslatedWords } from '#platform/message/message.ts';

/** The mails to the owner of an account about its second factor. */
export const secondFactorNotices = {
  on: {
    en: {
      subject: 'Your Usance second factor is on',
      text: 'Signing in to your account asks for a code beside the password from now on, and all other sessions were signed out. Keep your recovery codes where you find them without your telephone.\n\nIf it was not you, have a new password set on the sign-in page at once, and tell us.',
    },
    zh: {
      subject: '您的 Usance 两步验证已开启',
      text: '从现在起，登录您的账号除密码外还需要验证码，其他会话均已退出登录。请将恢复码保存在没有手机也能找到的地方。\n\n如果不是您本人操作，请立即在登录页重新设置密码，并联系我们。',
    },
  },
  off: {
    en: {
      subject: 'Your Usance second factor is off',
      text: 'The second factor of your account was turned off: the password alone signs in from now on.\n\nIf it was not you, have a new password set on the sign-in page at once, and tell us.',
    },
    zh: {
      subject: '您的 Usance 两步验证已关闭',
      text: '您账号的两步验证已关闭，从现在起仅凭密码即可登录。\n\n如果不是您本人操作，请立即在登录页重新设置密码，并联系我们。',
    },
  },
  takenOff: {
    en: {
      subject: 'Your Usance second factor was taken off',
      text: 'As we were asked to, we have taken the second factor off your account: the password alone signs in from now on. Please turn it on again with your new device.\n\nIf you did not ask us, have a new password set on the sign-in page at once, and tell us.',
    },
    zh: {
      subject: '您的 Usance 两步验证已被移除',
      text: '应您的要求，我们已移除您账号的两步验证，从现在起仅凭密码即可登录。请用新设备重新开启。\n\n如果您并未提出此要求，请立即在登录页重新设置密码，并联系我们。',
    },
  },
  recovered: {
    en: {
      subject: 'A Usance recovery code was used',
      text: 'A recovery code was used in place of a code of your app, to sign in to your account or to prove that it is you. It is void now; your account page says how many are left, and makes new ones.\n\nIf it was not you, have a new password set on the sign-in page at once, make new recovery codes, and tell us.',
    },
    zh: {
      subject: '您的 Usance 恢复码已被使用',
      text: '有人用恢复码代替应用的验证码，登录了您的账号或验证了身份。该恢复码已失效；您可在账号页面查看剩余数量并重新生成。\n\n如果不是您本人操作，请立即在登录页重新设置密码，重新生成恢复码，并联系我们。',
    },
  },
} satisfies Readonly<Record<string, TranslatedWords>>;
