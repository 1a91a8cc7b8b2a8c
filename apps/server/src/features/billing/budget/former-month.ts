import { addMonths, type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { closedMonths } from '../../metering/closed-month/closed-month.ts';
import { type BudgetRow, runningMonth } from './budget.ts';
import { budgetCost } from './budget-cost.ts';
import { tellOfPassedMonth } from './tell-of-budget.ts';

/** Returns the month before the running one until it is signed: meters report its last hours after its end. */
export async function openFormerMonth(db: Db, contract: ContractRow, now: Date): Promise<BillingMonth | undefined> {
  const month = addMonths(runningMonth(contract.currency, now), -1);
  return (await closedMonths(db, contract.id)).has(month) ? undefined : month;
}

/** Tells people what a month that has passed has reached, by terms that the budget had in it. */
export async function tellOfFormerMonth(
  deps: Pick<Deps, 'db' | 'clickhouse'>,
  budget: BudgetRow,
  { contract, month, now }: { contract: ContractRow; month: BillingMonth; now: Date },
): Promise<void> {
  if (budget.terms_since.getTime() >= rangeOf(month, billingZoneOf(contract.currency)).end) return;
  const spent = await budgetCost(deps, contract, budget, month);
  await deps.db.transaction().execute(async (tx) => {
    const locked = await lockContract(tx, contract.id);
    await tellOfPassedMonth({ tx, now }, locked, { ...budget, month, spent });
  });
}
