import type { DailyAccumulation } from '@usance/api/billing/purchase';
import { add, zero } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { daysIn } from '@usance/period/day';
import { amountsByDay } from '../selection/amounts-by-day.ts';
import { exactAmount } from '../selection/purchase-row.ts';
import { type PurchaseContext, type PurchaseFilters, selectPurchases } from '../selection/purchase-selection.ts';
import { refuseManyDays } from '../selection/purchase-window.ts';

/** Returns one row for each day of the range in the billing zone, even without usage; the running total is exact. */
export async function accumulatePurchasesDaily(
  ctx: PurchaseContext,
  { query: filters }: { query: PurchaseFilters },
): Promise<{ items: DailyAccumulation[] }> {
  const selection = await selectPurchases(ctx, filters);
  const { contract, zone, window } = selection;
  refuseManyDays('start', window);
  const days = daysIn(window, zone);
  const amounts = await amountsByDay(ctx, selection, days);
  let running = zero;
  const items = days.map((day, index) => {
    const amount = amounts[index] ?? '0';
    running = add(running, amount);
    return {
      day,
      ...withFormatted({ amount: exactAmount(amount), accAmount: exactAmount(running) }, contract.currency),
    };
  });
  return { items };
}
