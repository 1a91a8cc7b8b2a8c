import { compare, sum } from '@usance/money/decimal';
import { RatedRowsLost } from '../purchase/month-lines.ts';
import { ofRuns, type PurchaseContext, runParams } from '../purchase/selection/purchase-selection.ts';
import type { FocusMonth, FocusMonths, Invoice } from './focus-months.ts';
import { marketplaceSql } from './marketplace-hours.ts';

/** The exact amount that an invoice asks for a product's usage, with 12 places. */
export interface OwnAmount {
  readonly product: string;
  /** True for late usage of earlier, signed months. */
  readonly isCorrection: boolean;
  readonly amount: string;
}

/**
 * Sums the rows of a signed month that we bill, by product; a month that was signed elsewhere has none here. Throws
 * RatedRowsLost if all its rows do not come to the statement's exact amount: what is lost must not look like rounding.
 */
export async function ownAmounts(
  { clickhouse, contract }: PurchaseContext,
  { month, runs }: FocusMonth,
  { statement, isCarried }: Invoice,
  marketplaces: FocusMonths['marketplaces'],
): Promise<OwnAmount[]> {
  if (isCarried) return [];
  const marketplace = marketplaceSql(marketplaces, month) ?? "''";
  const rows = await clickhouse.query<{ product: string; adjustment: 0 | 1; own: string; whole: string; used: string }>(
    `SELECT product, adjustment, sumIf(u.amount, ${marketplace} = '') AS own, sum(u.amount) AS whole,
       countIf(${marketplace} = '') AS used
     FROM purchase AS u WHERE ${ofRuns.join(' AND ')} GROUP BY product, adjustment ORDER BY product, adjustment`,
    runParams(contract.id, runs),
  );
  if (compare(sum(rows.map(({ whole }) => whole)), statement.exact_amount) !== 0)
    throw new RatedRowsLost(`${contract.id} ${month} was signed at ${statement.exact_amount}, its rows are others`);
  return rows
    .filter(({ used }) => used !== '0')
    .map(({ product, adjustment, own }) => ({ product, isCorrection: adjustment === 1, amount: own }));
}
