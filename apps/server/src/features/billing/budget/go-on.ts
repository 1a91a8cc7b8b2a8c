import type { Budget, budgets } from '@usance/api/billing/budget';
import type { Asked, Work } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getAccount } from '../../people/account/account.queries.ts';
import { getBudget } from './budget.queries.ts';
import { budgetOf, budgetStateIn, runningMonth } from './budget.ts';

/**
 * Continues in the running month although the cost has reached the amount. The next round resumes the data clouds.
 * Refuses with 404 an unknown budget and with 409 one that neither asks nor has stopped anything.
 */
export async function goOnWithBudget(
  { tx, now, contract, subject }: OnLocked<Pick<Work, 'tx' | 'now'>> & Pick<Asked, 'subject'>,
  { params: { budgetID } }: Pick<Input<typeof budgets.goOn>, 'params'>,
): Promise<Budget> {
  const budget = await getBudget(tx, contract.id, budgetID);
  const month = runningMonth(contract.currency, now);
  const state = budgetStateIn(budget, month);
  if (state !== 'asked' && state !== 'stopped')
    throw conflict('BUDGET_CONFLICT', 'This budget waits for no answer.', { state });
  const by = subject.kind === 'account' ? (await getAccount(tx, subject.accountId)).identifier : '';
  const row = await tx
    .updateTable('budget')
    .set({ gone_on_in: month, gone_on_by: by })
    .where('contract_id', '=', contract.id)
    .where('id', '=', budgetID)
    .returningAll()
    .executeTakeFirstOrThrow();
  return budgetOf(row, contract, now);
}
