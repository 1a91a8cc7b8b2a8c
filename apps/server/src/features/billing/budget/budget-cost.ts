import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { Deps } from '#platform/context/context.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { refuseLostRows } from '../purchase/refuse-lost-rows.ts';
import { selectWindows } from '../purchase/selection/purchase-selection.ts';
import type { BudgetRow } from './budget.ts';

/**
 * Returns the exact rated cost of a budget's usage in a month. Throws RatedRowsLost if the usage database has lost rows
 * of it: what seems to cost less would free data clouds.
 */
export async function budgetCost(
  { db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>,
  contract: ContractRow,
  { filter }: Pick<BudgetRow, 'filter'>,
  month: BillingMonth,
): Promise<string> {
  const window = rangeOf(month, billingZoneOf(contract.currency));
  const selection = await selectWindows({ db, clickhouse, contract }, { ...filter, includeZeroAmount: true }, [window]);
  await refuseLostRows(clickhouse, selection);
  const [found] = await clickhouse.query<{ total: string }>(
    `SELECT sum(amount) AS total FROM ${selection.sums}`,
    selection.params,
  );
  return found?.total ?? '0';
}
