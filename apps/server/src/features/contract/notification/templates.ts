import type { AccountPeriod } from '@usance/api/billing/available-balance';
import type { ContractScope } from '@usance/api/call';
import type { Notification, NotificationKind } from '@usance/api/contract/notification';
import { formatMoney } from '@usance/money/display';
import type { Language } from '#platform/context/language.ts';
import { accountPeriodWords } from './account-period-words.ts';
import { budgetWords } from './budget-words.ts';
import type { ToldWith } from './happening.ts';
import { monthWords } from './month-words.ts';
import { privateOfferWords } from './private-offer-words.ts';

export interface Words {
  readonly title: string;
  readonly text: string;
}

/** The template of a kind, for console and mail. */
interface Template<Told> {
  /** The scope that a recipient needs on the contract. */
  readonly needs: ContractScope;
  readonly level: (told: Told) => Notification['level'];
  /** The console page that it is about. */
  readonly path: (contractId: string, told: Told) => string;
  readonly words: Readonly<Record<Language, (told: Told) => Words>>;
}

const income = (contractId: string) => `/billing-center/${contractId}/income-expense`;

export const templates: { readonly [K in NotificationKind]: Template<ToldWith[K]> } = {
  private_offer: {
    needs: 'billing.read',
    level: ({ event }) => (event === 'deadline' ? 'warning' : 'info'),
    path: (contractId) => `/billing-center/${contractId}/private-offers`,
    words: {
      en: (told) => privateOfferWords(told, 'en'),
      zh: (told) => privateOfferWords(told, 'zh'),
    },
  },
  statement_issued: {
    needs: 'billing.read',
    level: () => 'info',
    path: (contractId, { statementId }) => `/billing-center/${contractId}/statements/${statementId}`,
    words: {
      en: ({ month, payable, currency, dueOn }) => ({
        title: `Your statement for ${monthWords(month, 'en')} is ready`,
        text: `It comes to ${formatMoney(payable, currency)} payable. ${dueOn ? `It is due on ${dueOn}.` : 'We are looking at it before it becomes due.'}`,
      }),
      zh: ({ month, payable, currency, dueOn }) => ({
        title: `${monthWords(month, 'zh')}账单已出`,
        text: `应付金额为 ${formatMoney(payable, currency)}。${dueOn ? `到期日为 ${dueOn}。` : '我们正在核对，核对完成前无需付款。'}`,
      }),
    },
  },
  balance_low: {
    needs: 'billing.read',
    level: () => 'warning',
    path: income,
    words: {
      en: ({ available, currency, threshold, unserved }) => ({
        title: 'Your available balance is low',
        text: `It is ${formatMoney(available, currency)}, ${threshold === undefined ? 'less than three days of last week’s average usage' : `below your warning threshold of ${formatMoney(threshold, currency)}`}. Please add funds${unserved === undefined ? ' so that your services keep running' : ''}.`,
      }),
      zh: ({ available, currency, threshold, unserved }) => ({
        title: '可用余额不足',
        text: `当前可用余额为 ${formatMoney(available, currency)}，${threshold === undefined ? '不足以支付三天的用量（按最近一周的平均用量计算）' : `低于您设置的预警阈值 ${formatMoney(threshold, currency)}`}。请及时充值${unserved === undefined ? '，以免影响服务' : ''}。`,
      }),
    },
  },
  budget: {
    needs: 'billing.read',
    level: ({ event }) => (event === 'stopped' ? 'error' : 'warning'),
    path: (contractId) => `/billing-center/${contractId}/budgets`,
    words: {
      en: (told) => budgetWords(told, 'en'),
      zh: (told) => budgetWords(told, 'zh'),
    },
  },
  account_period: {
    needs: 'billing.read',
    level: ({ period }) => levelOf[period],
    path: income,
    words: {
      en: (told) => accountPeriodWords(told, 'en'),
      zh: (told) => accountPeriodWords(told, 'zh'),
    },
  },
  billing_upgrade: {
    needs: 'billing.manage',
    level: () => 'info',
    path: () => '/contracts',
    words: {
      en: ({ version }) => ({
        title: 'A new billing version is available',
        text: `An admin of the contract can upgrade it to billing version ${version}. Nothing changes until they agree.`,
      }),
      zh: ({ version }) => ({
        title: '可升级到新的计费版本',
        text: `合同管理员可以将合同升级到计费版本 ${version}。在管理员同意之前，一切保持不变。`,
      }),
    },
  },
  voucher_ending: {
    needs: 'billing.read',
    level: () => 'warning',
    path: (contractId) => `/billing-center/${contractId}/vouchers`,
    words: {
      en: ({ amount, currency, endsOn }) => ({
        title: 'A voucher is about to expire',
        text: `${formatMoney(amount, currency)} of it is left and can be used until ${endsOn}.`,
      }),
      zh: ({ amount, currency, endsOn }) => ({
        title: '代金券即将到期',
        text: `剩余 ${formatMoney(amount, currency)}，请在 ${endsOn} 前使用。`,
      }),
    },
  },
  marketplace_hour: {
    needs: 'billing.read',
    level: () => 'warning',
    path: (contractId) => `/billing-center/${contractId}`,
    words: {
      en: ({ hour, until }) => ({
        title: 'Usage could not be reported to your marketplace',
        text: `Usage of the hour from ${minuteOf(hour)} UTC can be reported until ${minuteOf(until)} UTC. You need not do anything: we keep trying, and no hour is billed twice.`,
      }),
      zh: ({ hour, until }) => ({
        title: '用量未能上报到云市场',
        text: `自 ${minuteOf(hour)}（UTC）起一小时的用量可在 ${minuteOf(until)}（UTC）前上报。您无需操作，系统会继续重试，且不会重复计费。`,
      }),
    },
  },
};

const minuteOf = (instant: string) => instant.slice(0, 16).replace('T', ' ');

const levelOf: Readonly<Record<AccountPeriod, Notification['level']>> = {
  normal: 'info',
  overdraft: 'warning',
  extensionPeriod: 'warning',
  suspensionPeriod: 'error',
  backupPeriod: 'error',
  destructionPeriod: 'error',
};
