import type { BudgetLimit } from '@usance/api/billing/budget';
import * as m from '../../i18n/messages.gen.ts';

export const limitWord: Readonly<Record<BudgetLimit, () => string>> = {
  tell: m.budget_limit_tell,
  ask: m.budget_limit_ask,
  stop: m.budget_limit_stop,
};
