import { isDeepStrictEqual } from 'node:util';
import { type Budget, type BudgetTerms, budgetId, type budgets, mostBudgets } from '@usance/api/billing/budget';
import { says } from '@usance/api/rule';
import { compare } from '@usance/money/decimal';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getBudget } from './budget.queries.ts';
import { budgetOf } from './budget.ts';

type Writing = OnLocked<Pick<Work, 'tx' | 'now'>>;

/** Creates a budget, which is counted within a minute. Refuses with 409 a taken name and one budget too many. */
export async function createBudget(
  { tx, now, contract }: Writing,
  { body }: Pick<Input<typeof budgets.create>, 'body'>,
): Promise<Budget> {
  await refuseTaken(tx, contract.id, body);
  const { count } = await tx
    .selectFrom('budget')
    .select(sql<string>`count(*)`.as('count'))
    .where('contract_id', '=', contract.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostBudgets) throw conflict('BUDGET_CONFLICT', says('tooMany', { max: mostBudgets }));
  const row = await tx
    .insertInto('budget')
    .values({ contract_id: contract.id, id: newId(budgetId), created_at: now, terms_since: now, ...columnsOf(body) })
    .returningAll()
    .executeTakeFirstOrThrow();
  return budgetOf(row, contract, now);
}

/**
 * Replaces the terms of a budget, which is counted anew within a minute. The count of the month stays unless it counts
 * other usage now, and so does a choice to continue unless that, the amount or its consequence changes. Refuses with
 * 404 an unknown budget and with 409 a taken name.
 */
export async function updateBudget(
  { tx, now, contract }: Writing,
  { params: { budgetID }, body }: Pick<Input<typeof budgets.update>, 'params' | 'body'>,
): Promise<Budget> {
  const before = await getBudget(tx, contract.id, budgetID);
  await refuseTaken(tx, contract.id, body, budgetID);
  const countsTheSame = isDeepStrictEqual(before.filter, body.filter);
  const hasSameAmount = compare(before.amount, body.amount) === 0;
  const hasSameShares = isDeepStrictEqual(before.forecast_warnings, columnsOf(body).forecast_warnings);
  const hasSameLimit = hasSameAmount && before.at_limit === body.atLimit;
  const row = await tx
    .updateTable('budget')
    .set({
      ...columnsOf(body),
      marks: sql`marks + 1`,
      terms_since: now,
      ...(!countsTheSame && { month: null, spent: null, counted_at: null }),
      // People are told of the new terms with the next forecast.
      ...(!(countsTheSame && hasSameAmount && hasSameShares) && { expected: null, expected_at: null }),
      ...(!(hasSameLimit && countsTheSame) && { gone_on_in: null, gone_on_by: null }),
    })
    .where('contract_id', '=', contract.id)
    .where('id', '=', budgetID)
    .returningAll()
    .executeTakeFirstOrThrow();
  return budgetOf(row, contract, now);
}

/** Deletes a budget, or 404. The next round resumes the data clouds that it stopped. */
export async function deleteBudget(
  { tx, contract }: OnLocked<Pick<Work, 'tx'>>,
  { params: { budgetID } }: Pick<Input<typeof budgets.delete>, 'params'>,
): Promise<void> {
  await getBudget(tx, contract.id, budgetID);
  await tx.deleteFrom('budget').where('contract_id', '=', contract.id).where('id', '=', budgetID).execute();
}

function columnsOf({ name, amount, filter, warnings, forecastWarnings, atLimit }: BudgetTerms) {
  const inOrder = (shares: readonly number[]) => [...new Set(shares)].sort((one, other) => one - other);
  return {
    ...{ name, amount, filter: JSON.stringify(filter), at_limit: atLimit },
    ...{ warnings: inOrder(warnings), forecast_warnings: inOrder(forecastWarnings) },
  };
}

async function refuseTaken(tx: Tx, contractId: string, { name }: BudgetTerms, own = ''): Promise<void> {
  const other = await tx
    .selectFrom('budget')
    .select('id')
    .where('contract_id', '=', contractId)
    .where('name', '=', name)
    .where('id', '!=', own)
    .executeTakeFirst();
  if (other) throw conflict('BUDGET_CONFLICT', 'Another budget has this name.', { field: 'name' });
}
