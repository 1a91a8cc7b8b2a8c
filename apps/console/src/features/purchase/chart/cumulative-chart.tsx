import { useQuery } from '@tanstack/react-query';
import type { DailyAccumulation } from '@usance/api/billing/purchase';
import type { MonthForecast } from '@usance/api/billing/purchase/purchase-forecast';
import type { Contract } from '@usance/api/contract/contract';
import { formatMoney } from '@usance/money/display';
import { type Day, dayOf, daysIn } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import { memo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { CumulativeLine } from '../../../ui/chart/cumulative-line.tsx';
import { ChartSlot } from '../../../ui/chart/frame/chart-slot.tsx';
import { formatDay, shortDay } from '../../../ui/format/dates.ts';
import { Section } from '../../../ui/page/section.tsx';
import { forecastQueries } from '../forecast/forecast.queries.ts';
import { runningMonthOf } from '../forecast/running-month.ts';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { spellRange } from '../search/purchase-days.ts';
import { callConditions, callFilters } from '../search/purchase-filters.ts';
import type { PurchaseSearch } from '../search/purchase-search.ts';
import { usePurchaseDays } from '../search/use-purchase-days.ts';

interface CumulativeChartProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
}

/** The growth of the amount over the range, with the earlier period as a dotted line. */
export const CumulativeChart = memo(function CumulativeChart({ contract, search, period }: CumulativeChartProps) {
  const now = useQuery(purchaseQueries.daily(contract.id, callFilters(search, period.range)));
  const [, before] = usePurchaseDays(contract.id, search, period);
  const forecast = useForecast(contract, search, period);
  return (
    <Section
      title={m.purchase_cumulative()}
      note={period.previous && m.purchase_dotted({ period: spellRange(period.previous, contract.billingZone) })}
    >
      <ChartSlot query={now} height={300}>
        {({ items }) => <Line items={items} before={before.days} {...{ contract, period, forecast }} />}
      </ChartSlot>
    </Section>
  );
});

interface LineProps {
  items: readonly DailyAccumulation[];
  before: readonly DailyAccumulation[] | undefined;
  contract: Contract;
  period: PurchasePeriod;
  forecast: MonthForecast | undefined;
}

/** The forecast, if the period is the running month; until it is there, the chart has none. */
function useForecast(contract: Contract, search: PurchaseSearch, period: PurchasePeriod): MonthForecast | undefined {
  const month = runningMonthOf(period, contract.billingZone);
  const { data, isPlaceholderData } = useQuery({
    ...forecastQueries.month(contract.id, callConditions(search)),
    enabled: month !== undefined,
  });
  // An answer to other filters, or from before the month turned, does not fit the line.
  return data?.month === month && !isPlaceholderData ? data : undefined;
}

function Line({ items, before, contract, period, forecast }: LineProps) {
  const { currency, billingZone } = contract;
  const days = daysIn(period.whole, billingZone);
  const last = lastDayOf(period, billingZone);
  const come = items.filter(({ day }) => day <= last);
  return (
    <CumulativeLine
      title={m.purchase_cumulative_title()}
      summary={m.purchase_cumulative_summary({
        amount: formatMoney(come.at(-1)?.accAmount ?? '0', currency),
        day: formatDay(last),
      })}
      pointsLabel={m.purchase_day()}
      points={days.map((day) => ({ key: day, label: shortDay(day) }))}
      values={come.map(({ accAmount }) => accAmount)}
      {...(before && { previous: before.slice(0, days.length).map(({ accAmount }) => accAmount) })}
      {...(forecast && forecast.days.length > 0 && { forecast: comingOf(forecast, days, items) })}
      currency={currency}
    />
  );
}

/** The band opens at the last day that is known whole. */
function comingOf({ days: coming }: MonthForecast, days: readonly string[], items: readonly DailyAccumulation[]) {
  const points = coming.map(({ day, expected, low, high }) => ({ at: days.indexOf(day), expected, low, high }));
  const first = points[0]?.at ?? 0;
  const known = items[first - 1]?.accAmount;
  return known === undefined ? points : [{ at: first - 1, expected: known, low: known, high: known }, ...points];
}

function lastDayOf({ elapsed }: PurchasePeriod, zone: Contract['billingZone']): Day {
  return dayOf(instantOfEpochMs(Math.max(elapsed.start, elapsed.end - 1)), zone);
}
