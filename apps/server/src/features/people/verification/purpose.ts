import type { Language } from '#platform/context/language.ts';
import type { MessageWords } from '#platform/message/message.ts';

/** The one use that a code is valid for. */
export type Purpose = 'register' | 'reset' | 'phone';

/** The messages with a code. */
export const codeWords: Readonly<Record<Language, Readonly<Record<Purpose, (code: string) => MessageWords>>>> = {
  en: {
    register: (code) => ({
      subject: `${code} is your code to sign up with Usance`,
      text: `Your verification code is ${code}. It holds for 10 minutes.\n\nIf you did not ask for it, nothing needs to be done.`,
    }),
    reset: (code) => ({
      subject: `${code} is your code for a new Usance password`,
      text: `Your verification code for a new password is ${code}. It holds for 10 minutes. Give it to nobody.\n\nIf you did not ask for it, your password stays as it is.`,
    }),
    phone: (code) => ({
      subject: 'Your Usance code',
      text: `Usance: your verification code is ${code}. It holds for 10 minutes.`,
    }),
  },
  zh: {
    register: (code) => ({
      subject: `${code} 是您的 Usance 注册验证码`,
      text: `您的验证码是 ${code}，10 分钟内有效。\n\n如果不是您本人操作，请忽略此邮件。`,
    }),
    reset: (code) => ({
      subject: `${code} 是您设置 Usance 新密码的验证码`,
      text: `您设置新密码的验证码是 ${code}，10 分钟内有效，请勿告知他人。\n\n如果不是您本人操作，您的密码不会改变。`,
    }),
    phone: (code) => ({
      subject: 'Usance 验证码',
      text: `【Usance】您的验证码是 ${code}，10 分钟内有效。`,
    }),
  },
};

/**
 * The messages that replace a code. Only the owner of the e-mail sees them; the reply to the caller is the same as
 * with a code.
 */
export const insteadWords: Readonly<Record<Language, Readonly<Record<'register' | 'reset', MessageWords>>>> = {
  en: {
    register: {
      subject: 'You have a Usance account already',
      text: 'Somebody, perhaps you, wants to sign up with this e-mail, which already has an account. Sign in with it, or have a new password set there.',
    },
    reset: {
      subject: 'There is no Usance account with this e-mail',
      text: 'Somebody, perhaps you, asked for a new password for this e-mail, which has no account. Perhaps you signed up with another one.',
    },
  },
  zh: {
    register: {
      subject: '您已有 Usance 账号',
      text: '有人（可能是您本人）想用此邮箱注册，但它已有账号。请直接登录，或在登录页重新设置密码。',
    },
    reset: {
      subject: '此邮箱没有 Usance 账号',
      text: '有人（可能是您本人）想为此邮箱设置新密码，但它没有账号。您可能是用其他邮箱注册的。',
    },
  },
};
