import type { ViewGrouping } from '@usance/api/billing/cost-view';
import type { Language } from '#platform/context/language.ts';

/** The sentences of a view's mail, around its figures. */
export interface MailPhrases {
  readonly total: (days: string, amount: string) => string;
  readonly part: (days: string, amount: string) => string;
  readonly former: (days: string, amount: string) => string;
  readonly change: (change: string) => string;
  readonly largest: (by: string) => string;
  readonly others: (count: number, amount: string) => string;
  readonly none: string;
  readonly noTag: (key: string) => string;
  readonly onPremises: string;
  readonly title: (name: string, contractId: string) => string;
  readonly stop: string;
  readonly groupings: Readonly<Record<Exclude<ViewGrouping, 'tag'>, string>>;
}

export const mailPhrases: Readonly<Record<Language, MailPhrases>> = {
  en: {
    total: (days, amount) => `${days}: ${amount}`,
    part: (days, amount) => `Compared days, ${days}: ${amount}`,
    former: (days, amount) => `Former period, ${days}: ${amount}`,
    change: (change) => `Change: ${change}`,
    largest: (by) => `Largest by ${by}:`,
    others: (count, amount) => `${count} others: ${amount}`,
    none: 'There was no usage.',
    noTag: (key) => `No tag ${key}`,
    onPremises: 'On premises',
    title: (name, id) => `View “${name}” of ${id}`,
    stop: 'You chose to get this view by mail. To stop it, open the view and change “Mail” in its menu.',
    groupings: {
      product: 'product',
      region: 'region',
      cloudProvider: 'cloud',
      datacloudID: 'data cloud',
      objectID: 'object',
      billingItem: 'billing item',
    },
  },
  zh: {
    total: (days, amount) => `${days}：${amount}`,
    part: (days, amount) => `参与比较的日期 ${days}：${amount}`,
    former: (days, amount) => `上一时段 ${days}：${amount}`,
    change: (change) => `变化：${change}`,
    largest: (by) => `按${by}金额最大的项目：`,
    others: (count, amount) => `其他 ${count} 项：${amount}`,
    none: '没有用量。',
    noTag: (key) => `无标签 ${key}`,
    onPremises: '本地部署',
    title: (name, id) => `${id} 的视图“${name}”`,
    stop: '您选择了通过邮件接收此视图。如需停止，请打开该视图并在其菜单中更改“邮件”。',
    groupings: {
      product: '产品',
      region: '区域',
      cloudProvider: '云',
      datacloudID: '数据云',
      objectID: '对象',
      billingItem: '计费项',
    },
  },
};
