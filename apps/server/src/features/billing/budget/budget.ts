import type { Budget, BudgetState } from '@usance/api/billing/budget';
import type { Currency } from '@usance/money/currency';
import { compare, formatDecimal } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { percentOf } from '@usance/money/percent';
import { type BillingMonth, billingMonthOf } from '@usance/period/billing-month';
import { instantOf } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { exactAmount } from '../purchase/selection/purchase-row.ts';

export type BudgetRow = Selectable<Database['budget']>;

/** Returns the running month in the zone of a currency's contracts. */
export function runningMonth(currency: Currency, now: Date): BillingMonth {
  return billingMonthOf(instantOf(now), billingZoneOf(currency));
}

/** Returns the counted cost of a month, exact; undefined before its first count. */
function spentIn(budget: Pick<BudgetRow, 'month' | 'spent'>, month: BillingMonth): string | undefined {
  return budget.month === month && budget.spent !== null ? budget.spent : undefined;
}

/** Returns the state of a budget in a month. */
export function budgetStateIn(
  budget: Pick<BudgetRow, 'month' | 'spent' | 'amount' | 'at_limit' | 'gone_on_in'>,
  month: BillingMonth,
): BudgetState {
  if (compare(spentIn(budget, month) ?? '0', budget.amount) < 0) return 'within';
  if (budget.at_limit === 'tell') return 'reached';
  if (budget.gone_on_in === month) return 'goneOn';
  return budget.at_limit === 'ask' ? 'asked' : 'stopped';
}

/**
 * True if the budget is not counted in its present terms, and may turn out to be stopped in the month. It then frees
 * nothing.
 */
export function mayYetStopIn(
  budget: Pick<BudgetRow, 'month' | 'marks' | 'counted' | 'at_limit' | 'gone_on_in'>,
  month: BillingMonth,
): boolean {
  if (budget.at_limit !== 'stop' || budget.gone_on_in === month) return false;
  return budget.month === null || (budget.month === month && budget.marks !== budget.counted);
}

/** The wire form of a budget in the running month. */
export function budgetOf(row: BudgetRow, { currency }: Pick<ContractRow, 'currency'>, now: Date): Budget {
  const month = runningMonth(currency, now);
  const spent = spentIn(row, month);
  return {
    id: row.id,
    contractId: row.contract_id,
    name: row.name,
    currency,
    ...withFormatted({ amount: formatDecimal(row.amount, 8) }, currency),
    filter: row.filter,
    warnings: row.warnings,
    forecastWarnings: row.forecast_warnings,
    atLimit: row.at_limit,
    month,
    state: budgetStateIn(row, month),
    ...(spent !== undefined &&
      row.counted_at !== null && {
        spent: {
          ...withFormatted({ amount: exactAmount(spent) }, currency),
          percent: percentOf(spent, row.amount) ?? '0.0',
          gmtCounted: row.counted_at.toISOString(),
        },
      }),
    // A forecast that the cost has passed is out of date until the next one.
    ...(spent !== undefined &&
      row.expected !== null &&
      compare(row.expected, spent) >= 0 && {
        expected: {
          ...withFormatted({ amount: exactAmount(row.expected) }, currency),
          percent: percentOf(row.expected, row.amount) ?? '0.0',
        },
      }),
    ...(row.gone_on_in === month && row.gone_on_by !== null && { goneOnBy: row.gone_on_by }),
    gmtCreated: row.created_at.toISOString(),
  };
}
