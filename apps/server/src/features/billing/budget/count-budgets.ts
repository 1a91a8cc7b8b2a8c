import { currencies } from '@usance/money/currency';
import type { BillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import type { Deps } from '#platform/context/context.ts';
import type { Db } from '#platform/postgres/database.ts';
import { getContract, lockContract } from '../../contract/contract/contract.queries.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { type BudgetRow, runningMonth } from './budget.ts';
import { budgetCost } from './budget-cost.ts';
import { openFormerMonth, tellOfFormerMonth } from './former-month.ts';
import { tellOfBudget } from './tell-of-budget.ts';

type Counting = Pick<Deps, 'db' | 'clickhouse'>;

/** Returns the contracts with a budget whose rated days or terms have changed, or whose month has passed. */
export async function contractsToCount(db: Db, now: Date): Promise<string[]> {
  const months = currencies.map((currency) => ({ currency, month: runningMonth(currency, now) }));
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from budget where marks > counted
    union
    select contract_id from budget join contract on contract.id = contract_id
    join unnest(${months.map(({ currency }) => currency)}::text[], ${months.map(({ month }) => month)}::text[])
      as running (currency, month) on running.currency = contract.currency
    where budget.month <> running.month
    order by contract_id`.execute(db);
  return rows.map(({ contract_id }) => contract_id);
}

/**
 * Counts the running month of a contract's budgets that are due, and tells people what it has reached. Tells them of the
 * month before, too, whose last usage comes after its end. Throws after the others if one cannot be counted.
 */
export async function countBudgets(deps: Counting, contractId: string, now: Date): Promise<void> {
  const contract = await getContract(deps.db, contractId);
  const month = runningMonth(contract.currency, now);
  const due = await deps.db
    .selectFrom('budget')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where(sql<boolean>`(marks > counted or month <> ${month})`)
    .execute();
  const former = due.length > 0 ? await openFormerMonth(deps.db, contract, now) : undefined;
  const failures: unknown[] = [];
  for (const budget of due) {
    try {
      await countBudget(deps, budget, { contract, month, former, now });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some budgets could not be counted');
}

interface Months {
  readonly contract: ContractRow;
  readonly month: BillingMonth;
  readonly former: BillingMonth | undefined;
  readonly now: Date;
}

/** The running month can stop data clouds, so it is kept even if the former one cannot be read; then it stays due. */
async function countBudget(deps: Counting, budget: BudgetRow, { contract, month, former, now }: Months): Promise<void> {
  const spent = await budgetCost(deps, contract, budget, month);
  try {
    if (former !== undefined) await tellOfFormerMonth(deps, budget, { contract, month: former, now });
  } catch (error) {
    await keepCount(deps, budget, { counted: budget.counted, spent, month, now });
    throw error;
  }
  await keepCount(deps, budget, { counted: budget.marks, spent, month, now });
}

/**
 * Keeps the marks that the count saw, so that a rating meanwhile is counted by the next round. The first count of a new
 * filter forgets what the former one had stopped. A budget that counts other usage by now, or was deleted or counted
 * later, keeps nothing.
 */
async function keepCount(
  { db }: Counting,
  { contract_id, id, marks, filter }: BudgetRow,
  { counted, spent, month, now }: { counted: string; spent: string; month: BillingMonth; now: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const contract = await lockContract(tx, contract_id);
    const row = await tx
      .updateTable('budget')
      .set({
        ...{ counted, month, spent, counted_at: now },
        // The forecast of another month says nothing of this one.
        expected: sql`case when month = ${month} then expected end`,
        expected_at: sql`case when month = ${month} then expected_at end`,
        stopped_ids: sql`case when month is null then '{}' else stopped_ids end`,
      })
      .where('contract_id', '=', contract_id)
      .where('id', '=', id)
      .where('counted', '<=', marks)
      .where(sql<boolean>`filter = ${JSON.stringify(filter)}::jsonb`)
      .returningAll()
      .executeTakeFirst();
    if (row) await tellOfBudget({ tx, now }, contract, row);
  });
}
