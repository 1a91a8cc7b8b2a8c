import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { type PurchaseContext, selectPurchases } from '../../billing/purchase/selection/purchase-selection.ts';

/** A month's rated amounts by product, with 12 places. */
export async function ratedByProduct(ctx: PurchaseContext, month: BillingMonth): Promise<ReadonlyMap<string, string>> {
  const { start, end } = rangeOf(month, billingZoneOf(ctx.contract.currency));
  const { where, params } = await selectPurchases(ctx, { start, end, includeZeroAmount: true });
  const rows = await ctx.clickhouse.query<{ product: string; total: string }>(
    `SELECT product, sum(amount) AS total FROM purchase WHERE ${where} GROUP BY product`,
    params,
  );
  return new Map(rows.map(({ product, total }) => [product, total]));
}
