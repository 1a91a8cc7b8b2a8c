import { expect, it } from 'vitest';
import { budgetWords } from './budget-words.ts';
import type { ToldWith } from './happening.ts';
import { templates } from './templates.ts';

const told: ToldWith['budget'] = {
  ...{ event: 'warned', month: '2026-11', spent: '826', amount: '1000', currency: 'USD', percent: 80 },
};

it('names the month of a budget in words, and its share as the console does', () => {
  expect(budgetWords(told, 'en')).toEqual({
    title: 'The cost has reached 80% of a budget',
    text: 'The cost of November 2026 is $826.00 so far, and the budget is $1,000.00.',
  });
  expect(budgetWords(told, 'zh').text).toBe('2026 年 11 月的费用目前为 $826.00，预算为 $1,000.00。');
});

it('names the month of a forecast in words', () => {
  const expected = { ...told, event: 'expected', expected: '1200' } as const;
  expect(budgetWords(expected, 'en').text).toMatch(/^The cost of November 2026 is expected to come to \$1,200\.00/);
  expect(budgetWords(expected, 'zh').text).toMatch(/^2026 年 11 月的费用预计为/);
});

it('names the month of a statement in words', () => {
  const { en, zh } = templates.statement_issued.words;
  const statement = { statementId: 'st-1', month: '2026-01', payable: '5', currency: 'USD' } as const;
  expect([en(statement).title, zh(statement).title]).toEqual([
    'Your statement for January 2026 is ready',
    '2026 年 1 月账单已出',
  ]);
});
