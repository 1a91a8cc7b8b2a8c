import type { DailyAccumulation } from '@usance/api/billing/purchase';
import { add, zero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { daysIn } from '@usance/period/day';
import { billingDaySql } from '../../../metering/billing-day/billing-day-sql.ts';
import { exactAmount } from '../selection/purchase-row.ts';
import { type PurchaseContext, type PurchaseFilters, selectPurchases } from '../selection/purchase-selection.ts';
import { refuseManyDays } from '../selection/purchase-window.ts';

/** Returns one row for each day of the range in the billing zone, even without usage; the running total is exact. */
export async function accumulatePurchasesDaily(
  ctx: PurchaseContext,
  { query: filters }: { query: PurchaseFilters },
): Promise<{ items: DailyAccumulation[] }> {
  const { sums, params, contract, zone, window } = await selectPurchases(ctx, filters);
  refuseManyDays('start', window);
  const rows = await ctx.clickhouse.queryKept<{ day: string; total: string }>(
    `SELECT ${billingDaySql('bill_at', zone)} AS day, sum(amount) AS total FROM ${sums} GROUP BY day`,
    params,
  );
  const amounts = new Map(rows.map(({ day, total }) => [day, total]));
  let running = zero;
  const items = daysIn(window, zone).map((day) => {
    const amount = amounts.get(day) ?? '0';
    running = add(running, amount);
    return {
      day,
      ...withFormatted({ amount: exactAmount(amount), accAmount: exactAmount(running) }, contract.currency),
    };
  });
  return { items };
}
