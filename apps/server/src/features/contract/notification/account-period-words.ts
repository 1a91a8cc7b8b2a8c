import type { AccountPeriod } from '@usance/api/billing/available-balance';
import type { Language } from '#platform/context/language.ts';
import type { ToldWith } from './happening.ts';
import { moneyWords } from './money-words.ts';
import type { Words } from './templates.ts';

type Told = ToldWith['account_period'];

/**
 * Returns the words about an account's new state, or about the end of an announced one. Data clouds follow within a
 * minute, so no sentence says what they do now.
 */
export function accountPeriodWords(told: Told, language: Language): Words {
  const { period, until, graceUntil, ended } = told;
  if (told.unserved !== undefined) return moneyWords(told, language);
  if (ended === 'reopened') return reopened[language](until);
  if (graceUntil !== undefined) return inGrace[language](graceUntil);
  if (ended === 'cured' && period === 'overdraft') return curedBelowZero[language];
  return periodWords[language][period](until);
}

const reopened: Readonly<Record<Language, (until?: string) => Words>> = {
  en: (until) => ({
    title: 'Your contract is open again',
    text: `Data that was deleted cannot be restored. You can create new data clouds.${until ? ` They will be suspended on ${until} if what is still owed is not paid by then.` : ''}`,
  }),
  zh: (until) => ({
    title: '合同已重新启用',
    text: `已删除的数据无法恢复，您可以新建数据云。${until ? `如在 ${until} 前未结清欠款，服务将被停用。` : ''}`,
  }),
};

const inGrace: Readonly<Record<Language, (graceUntil: string) => Words>> = {
  en: (graceUntil) => ({
    title: 'A statement is overdue',
    text: `It was not paid by its due date. Please pay before ${graceUntil}. From then on, the time until your services are suspended begins to run.`,
  }),
  zh: (graceUntil) => ({
    title: '账单已逾期',
    text: `账单未在到期日前付清。请在 ${graceUntil} 前付款，否则将开始计算服务停用的期限。`,
  }),
};

const curedBelowZero: Readonly<Record<Language, Words>> = {
  en: {
    title: 'What was overdue is paid',
    text: 'Data clouds that were paused run again within a minute. Your account is still below zero: please add funds.',
  },
  zh: { title: '逾期款项已付清', text: '已暂停的数据云将在一分钟内恢复运行。账户余额仍为负，请及时充值。' },
};

const periodWords: Readonly<Record<Language, Readonly<Record<AccountPeriod, (until?: string) => Words>>>> = {
  en: {
    normal: () => ({
      title: 'Your account is in good standing again',
      text: 'The amount owed has been paid. Data clouds that were paused run again within a minute.',
    }),
    overdraft: () => ({
      title: 'Your account is overdrawn',
      text: 'You owe more than your balance covers. Please add funds: if this lasts, your services will be suspended.',
    }),
    extensionPeriod: (until) => ({
      title: 'Your services will be suspended unless you pay',
      text: `Data clouds run during the extension period.${until ? ` They will be paused on ${until} unless the amount owed is paid by then.` : ''}`,
    }),
    suspensionPeriod: (until) => ({
      title: 'Your account is suspended',
      text: `Data clouds are paused while the account is suspended. Pay what is owed to have them run again.${until ? ` Your data will be archived on ${until}.` : ''}`,
    }),
    backupPeriod: (until) => ({
      title: 'Your data is archived',
      text: `Pay what is owed to get it back.${until ? ` It will be deleted on ${until}.` : ''}`,
    }),
    destructionPeriod: () => ({
      title: 'Your data is being deleted',
      text: 'What was owed was not paid in time. Please contact us.',
    }),
  },
  zh: {
    normal: () => ({ title: '账户已恢复正常', text: '欠款已结清，已暂停的数据云将在一分钟内恢复运行。' }),
    overdraft: () => ({
      title: '账户已欠费',
      text: '应付金额超过了可用资金。请及时充值，否则服务将被停用。',
    }),
    extensionPeriod: (until) => ({
      title: '如不付款，服务将被停用',
      text: `数据云在延停期内保持运行。${until ? `如在 ${until} 前未结清欠款，服务将被停用。` : ''}`,
    }),
    suspensionPeriod: (until) => ({
      title: '账户已停服',
      text: `停服期间数据云暂停运行，结清欠款后即可恢复。${until ? `数据将于 ${until} 归档。` : ''}`,
    }),
    backupPeriod: (until) => ({
      title: '数据已归档',
      text: `结清欠款后即可取回。${until ? `数据将于 ${until} 删除。` : ''}`,
    }),
    destructionPeriod: () => ({ title: '数据正在删除', text: '欠款未在期限内结清。请联系我们。' }),
  },
};
