import type { Budget, budgets } from '@usance/api/billing/budget';
import type { ParsedQuery } from '@usance/api/call';
import type { ReadContext } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { type BudgetRow, budgetOf } from './budget.ts';

const columnOf = { gmtCreated: 'created_at', name: 'name', amount: 'amount' } as const;

/** Returns a page of a contract's budgets. */
export function listBudgets(
  { db, contract, now }: ContractReading & Pick<ReadContext, 'now'>,
  { query }: { query: ParsedQuery<typeof budgets.list> },
): Promise<Page<Budget>> {
  return pageOf(
    db.selectFrom('budget').where('contract_id', '=', contract.id),
    query,
    (found) => found.selectAll().orderBy(columnOf[query.orderBy], query.ordering).orderBy('id'),
    (row) => budgetOf(row, contract, now),
  );
}

/** Returns a budget of the contract, or 404. */
export async function getBudget(tx: Tx, contractId: string, id: string): Promise<BudgetRow> {
  const row = await tx
    .selectFrom('budget')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('BUDGET_NOT_FOUND');
  return row;
}
