import { formatMoney } from '@usance/money/display';
import type { Language } from '#platform/context/language.ts';
import type { ToldWith } from './happening.ts';
import { monthWords } from './month-words.ts';
import type { Words } from './templates.ts';

/**
 * The words about a budget. They leave out its name, which is free text of its creator: a mail must not carry such
 * text to any mailbox.
 */
export function budgetWords(told: ToldWith['budget'], language: Language): Words {
  const { percent, event } = told;
  const month = monthWords(told.month, language);
  const [spent, amount] = [formatMoney(told.spent, told.currency), formatMoney(told.amount, told.currency)];
  if (event === 'expected') return expectedWords(told, language);
  if (language === 'zh')
    return {
      title: event === 'warned' ? `费用已达预算的 ${percent}%` : zhTitles[event],
      text: `${month}的费用目前为 ${spent}，预算为 ${amount}。${zhThen[event]}`,
    };
  return {
    title: event === 'warned' ? `The cost has reached ${percent}% of a budget` : titles[event],
    text: `The cost of ${month} is ${spent} so far, and the budget is ${amount}.${then[event]}`,
  };
}

function expectedWords({ percent, ...told }: ToldWith['budget'], language: Language): Words {
  const month = monthWords(told.month, language);
  const formatted = (amount: string) => formatMoney(amount, told.currency);
  const [expected, spent, amount] = [
    formatted(told.expected ?? told.spent),
    formatted(told.spent),
    formatted(told.amount),
  ];
  if (language === 'zh')
    return {
      title: `预计本月费用将达预算的 ${percent}%`,
      text: `${month}的费用预计为 ${expected}（目前为 ${spent}），预算为 ${amount}。`,
    };
  return {
    title: `The month is expected to reach ${percent}% of a budget`,
    text: `The cost of ${month} is expected to come to ${expected} (${spent} so far), and the budget is ${amount}.`,
  };
}

type Limit = Exclude<ToldWith['budget']['event'], 'warned' | 'expected'>;

const titles: Readonly<Record<Limit, string>> = {
  reached: 'The cost has reached a budget',
  asked: 'The cost has reached a budget: continue?',
  stopped: 'A budget has stopped data clouds',
};
const then: Readonly<Record<Limit | 'warned', string>> = {
  warned: '',
  reached: '',
  asked: ' Nothing is stopped. An admin can choose to continue this month, or to stop the data clouds.',
  stopped: ' Its data clouds are paused until an admin continues, the budget is changed, or the next month begins.',
};
const zhTitles: Readonly<Record<Limit, string>> = {
  reached: '费用已达到预算',
  asked: '费用已达到预算：是否继续？',
  stopped: '数据云已因预算暂停',
};
const zhThen: Readonly<Record<Limit | 'warned', string>> = {
  warned: '',
  reached: '',
  asked: '目前未暂停任何服务。管理员可选择本月继续使用，或暂停数据云。',
  stopped: '相关数据云已暂停，直到管理员选择继续、修改预算或下个月开始。',
};
