import type { Budget, BudgetLimit, BudgetState } from '@usance/api/billing/budget';
import { reachesShare } from '@usance/money/percent';
import * as m from '../../i18n/messages.gen.ts';
import type { Status, Tone } from '../../ui/cell/status-tag.tsx';

export const limitWord: Readonly<Record<BudgetLimit, () => string>> = {
  tell: m.budget_limit_tell,
  ask: m.budget_limit_ask,
  stop: m.budget_limit_stop,
};

const budgetStateWord: Readonly<Record<BudgetState, () => string>> = {
  within: m.budget_state_within,
  reached: m.budget_state_reached,
  asked: m.budget_state_asked,
  stopped: m.budget_state_stopped,
  goneOn: m.budget_state_gone_on,
};

const toneOf: Readonly<Record<BudgetState, Tone>> = {
  within: 'good',
  reached: 'warn',
  asked: 'warn',
  stopped: 'bad',
  goneOn: 'info',
};

/** The state as people were told of it: a budget beyond a share at which it warns is not merely within its amount. */
export function budgetStatus(budget: Budget): Status {
  const percent = warnedShare(budget);
  if (percent === undefined) return { tone: toneOf[budget.state], word: budgetStateWord[budget.state]() };
  return { tone: 'warn', word: m.budget_state_warned({ percent: m.budget_percent({ percent }) }) };
}

/** The highest share at which the budget has warned; undefined from the whole amount on, and before the first. */
function warnedShare({ state, spent, amount, warnings }: Budget): number | undefined {
  if (state !== 'within' || spent === undefined) return undefined;
  return warnings.findLast((share) => reachesShare(spent.amount, amount, share));
}
