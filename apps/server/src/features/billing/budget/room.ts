import { budgets } from '@usance/api/billing/budget';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { listBudgets } from './budget.queries.ts';
import { expectBudgets } from './expect-budgets.ts';
import { followBudgets } from './follow-budgets.ts';
import { goOnWithBudget } from './go-on.ts';
import { createBudget, deleteBudget, updateBudget } from './keep-budget.ts';

export const budgetRoom: Room = {
  calls: mount(budgets, {
    list: listBudgets,
    create: createBudget,
    update: updateBudget,
    delete: deleteBudget,
    goOn: goOnWithBudget,
  }),
  rounds: [
    { name: 'budget.follow', cron: '* * * * *', run: (deps, { now }) => followBudgets(deps, now) },
    // A round of its own: a slow forecast must hold up no stop.
    { name: 'budget.expect', cron: '* * * * *', run: (deps, { now }) => expectBudgets(deps, now) },
  ],
  tables: { budget: { stays: 'is what the people of this installation want to be told, and stopped by' } },
};
