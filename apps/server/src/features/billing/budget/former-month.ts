import { addMonths, type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps } from '#platform/context/context.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { closedMonths } from '../../metering/closed-month/closed-month.ts';
import { type BudgetRow, runningMonth } from './budget.ts';
import { budgetCost } from './budget-cost.ts';
import { tellOfPassedMonth } from './tell-of-budget.ts';

/**
 * Tells people what the month before has reached, until it is signed: meters report its last hours after its end.
 * Leaves out budgets that were made since.
 */
export async function tellOfFormerMonth(
  deps: Pick<Deps, 'db' | 'clickhouse'>,
  contract: ContractRow,
  budgets: readonly BudgetRow[],
  now: Date,
): Promise<void> {
  const month = addMonths(runningMonth(contract.currency, now), -1);
  const existed = budgets.filter((budget) => isOlderThan(budget, rangeOf(month, billingZoneOf(contract.currency)).end));
  if (existed.length === 0 || (await closedMonths(deps.db, contract.id)).has(month)) return;
  for (const budget of existed) await tell(deps, contract, budget, { month, now });
}

const isOlderThan = ({ created_at }: BudgetRow, at: number) => created_at.getTime() < at;

async function tell(
  deps: Pick<Deps, 'db' | 'clickhouse'>,
  contract: ContractRow,
  budget: BudgetRow,
  { month, now }: { month: BillingMonth; now: Date },
): Promise<void> {
  const spent = await budgetCost(deps, contract, budget, month);
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockContract(tx, contract.id);
    await tellOfPassedMonth({ tx, now }, locked, { ...budget, month, spent });
  });
}
