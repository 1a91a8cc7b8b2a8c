import type { purchases } from '@usance/api/billing/purchase';
import type { MonthForecast } from '@usance/api/billing/purchase/purchase-forecast';
import type { ParsedQuery } from '@usance/api/call';
import type { Currency } from '@usance/money/currency';
import { add, type Decimal, sum } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { billingMonthOf, firstDayOf, rangeOf } from '@usance/period/billing-month';
import { addDays, daysBetween } from '@usance/period/day';
import { instantOf, instantOfEpochMs, toRfc3339 } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import { exactAmount } from '../selection/purchase-row.ts';
import type { PurchaseContext } from '../selection/purchase-selection.ts';
import { type Estimate, forecastDays, startedDays } from './forecast.ts';
import { readRecentDays } from './recent-days.ts';
import { firstUseIn, runRate } from './run-rate.ts';

/** Returns what the running month is expected to come to, with its band (docs/decisions/0068). */
export async function forecastMonth(
  ctx: PurchaseContext,
  { query }: { query: ParsedQuery<typeof purchases.forecast> },
): Promise<MonthForecast> {
  const { currency, commencing_on } = ctx.contract;
  const zone = billingZoneOf(currency);
  const month = billingMonthOf(instantOf(ctx.now), zone);
  const recent = await readRecentDays(ctx, query);
  const { whole, open, firstOpen, through, end } = recent;
  const { start: monthBegins, end: monthEnds } = rangeOf(month, zone);
  const ofMonth = whole.slice(whole.length - daysBetween(firstDayOf(month), firstOpen));
  const before = sum(ofMonth);
  const amount = add(before, sum(open));
  const pace = runRate(amount, {
    from: firstUseIn([...ofMonth, ...open], { monthBegins, contractBegins: instantOf(commencing_on) }),
    through,
    end: instantOfEpochMs(Math.min(monthEnds, end ?? monthEnds)),
  });
  const estimates = (forecastDays(recent) ?? []).map((each) => spelled(each, before, currency));
  const atEnd = estimates.at(-1);
  return {
    month,
    ...withFormatted({ amount: exactAmount(amount) }, currency),
    through: toRfc3339(through),
    historyDays: startedDays(whole).length,
    ...(pace && { runRate: withFormatted({ amount: exactAmount(pace) }, currency) }),
    ...(atEnd && { atEnd }),
    days: estimates.map((each, ahead) => ({ day: addDays(firstOpen, ahead), ...each })),
  };
}

function spelled({ expected, low, high }: Estimate, before: Decimal, currency: Currency) {
  return withFormatted(
    {
      expected: exactAmount(add(before, expected)),
      low: exactAmount(add(before, low)),
      high: exactAmount(add(before, high)),
    },
    currency,
  );
}
