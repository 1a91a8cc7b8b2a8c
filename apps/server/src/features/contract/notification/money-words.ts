import type { AccountPeriod } from '@usance/api/billing/available-balance';
import type { Language } from '#platform/context/language.ts';
import type { ToldWith } from './happening.ts';
import type { Words } from './templates.ts';

type Told = ToldWith['account_period'];

/**
 * Returns the words about the account of a contract without data clouds, or of an ended one. Payment resumes no
 * service there.
 */
export function moneyWords(told: Told, language: Language): Words {
  const { period, graceUntil, ended } = told;
  const words = wordsIn[language];
  if (ended === 'reopened') return words.reopened;
  if (graceUntil !== undefined) return words.inGrace(graceUntil);
  if (ended === 'cured' && period === 'overdraft') return words.curedBelowZero;
  if (period === 'normal') return words.normal;
  return period === 'overdraft' ? words.overdraft : words.unpaid(words.periods[period], deletionDayOf(told));
}

/** Returns the day on which an ended contract's remaining data clouds are deleted. */
function deletionDayOf({ period, until, unserved }: Told): string | undefined {
  return period === 'backupPeriod' && unserved === 'ended' ? until : undefined;
}

interface MoneyWords {
  readonly reopened: Words;
  readonly inGrace: (graceUntil: string) => Words;
  readonly curedBelowZero: Words;
  readonly normal: Words;
  readonly overdraft: Words;
  readonly unpaid: (period: string, deletionDay: string | undefined) => Words;
  readonly periods: Readonly<Record<Exclude<AccountPeriod, 'normal' | 'overdraft'>, string>>;
}

const wordsIn: Readonly<Record<Language, MoneyWords>> = {
  en: {
    reopened: { title: 'Your account is open again', text: 'What is still owed remains to be paid.' },
    inGrace: (graceUntil) => ({
      title: 'A statement is overdue',
      text: `It was not paid by its due date. Please pay before ${graceUntil}.`,
    }),
    curedBelowZero: {
      title: 'What was overdue is paid',
      text: 'Your account is still below zero: please add funds.',
    },
    normal: { title: 'Your account is in good standing again', text: 'The amount owed has been paid.' },
    overdraft: {
      title: 'Your account is overdrawn',
      text: 'You owe more than your balance covers. Please add funds.',
    },
    unpaid: (period, deletionDay) => ({
      title: 'What is owed has not been paid',
      text: `The account is in its ${period}. Please pay what is still owed.${deletionDay ? ` Data clouds that the contract still has will be deleted on ${deletionDay}.` : ''}`,
    }),
    periods: {
      extensionPeriod: 'extension period',
      suspensionPeriod: 'suspension period',
      backupPeriod: 'backup period',
      destructionPeriod: 'destruction period',
    },
  },
  zh: {
    reopened: { title: '账户已重新启用', text: '未结清的款项仍需支付。' },
    inGrace: (graceUntil) => ({
      title: '账单已逾期',
      text: `账单未在到期日前付清。请在 ${graceUntil} 前付款。`,
    }),
    curedBelowZero: { title: '逾期款项已付清', text: '账户余额仍为负，请及时充值。' },
    normal: { title: '账户已恢复正常', text: '欠款已结清。' },
    overdraft: { title: '账户已欠费', text: '应付金额超过了可用资金，请及时充值。' },
    unpaid: (period, deletionDay) => ({
      title: '欠款尚未结清',
      text: `账户处于${period}，请结清欠款。${deletionDay ? `合同下仍有的数据云将于 ${deletionDay} 删除。` : ''}`,
    }),
    periods: {
      extensionPeriod: '延停期',
      suspensionPeriod: '停服期',
      backupPeriod: '备份期',
      destructionPeriod: '销毁期',
    },
  },
};
