import type { DailyAccumulation } from '@usance/api/purchase';
import { add, formatDecimal, parseDecimal, zero } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { daysIn } from '@usance/period/day';
import { dayMs } from '@usance/period/instant';
import type { ReadContext } from '../../../platform/context.ts';
import { invalidParameter } from '../../../platform/refusal.ts';
import { exactAmount } from './purchase-row.ts';
import { type PurchaseFilters, selectPurchases } from './purchase-selection.ts';

/** One row a day of the range, in the billing zone, days without usage too; the running total is exact. */
export async function accumulatePurchasesDaily(
  ctx: ReadContext,
  contractId: string,
  filters: PurchaseFilters,
): Promise<DailyAccumulation[]> {
  const { where, params, contract, zone, window } = await selectPurchases(ctx, contractId, filters);
  if (window.end - window.start > mostDays * dayMs) {
    throw invalidParameter('start', `A daily chart covers at most ${mostDays} days.`);
  }
  const rows = await ctx.clickhouse.query<{ day: string; total: string }>(
    `SELECT toDate(bill_at, '${zone}') AS day, sum(amount) AS total FROM purchase WHERE ${where} GROUP BY day`,
    params,
  );
  const amounts = new Map(rows.map(({ day, total }) => [day, total]));
  let running = zero;
  return daysIn(window, zone).map((day) => {
    const amount = amounts.get(day) ?? '0';
    running = add(running, parseDecimal(amount));
    return {
      day,
      amount: exactAmount(amount),
      amountFormatted: formatMoney(amount, contract.currency),
      accAmount: exactAmount(formatDecimal(running)),
      accAmountFormatted: formatMoney(running, contract.currency),
    };
  });
}

const mostDays = 3_660;
