import type { BudgetLimit, BudgetState } from '@usance/api/billing/budget';
import * as m from '../../i18n/messages.gen.ts';

export const limitWord: Readonly<Record<BudgetLimit, () => string>> = {
  tell: m.budget_limit_tell,
  ask: m.budget_limit_ask,
  stop: m.budget_limit_stop,
};

export const budgetStateWord: Readonly<Record<BudgetState, () => string>> = {
  within: m.budget_state_within,
  reached: m.budget_state_reached,
  asked: m.budget_state_asked,
  stopped: m.budget_state_stopped,
  goneOn: m.budget_state_gone_on,
};
