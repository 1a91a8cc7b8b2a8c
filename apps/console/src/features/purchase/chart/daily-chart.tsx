import type { UseQueryResult } from '@tanstack/react-query';
import type { PurchaseAggregate, purchases } from '@usance/api/billing/purchase';
import type { CallReply } from '@usance/api/call';
import type { Contract } from '@usance/api/contract/contract';
import { formatMoney } from '@usance/money/display';
import { dayOf, daysIn } from '@usance/period/day';
import type { Instant } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { ChartSlot } from '../../../ui/chart/frame/chart-slot.tsx';
import { type Series, sumText, topSeries } from '../../../ui/chart/series/series.ts';
import { StackedBars } from '../../../ui/chart/stacked-bars.tsx';
import { Segments } from '../../../ui/field/segments.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { shortDay } from '../search/purchase-days.ts';
import { dailySeries, narrowTo, partings } from '../search/purchase-grouping.ts';
import { type Grouping, groupings, type PurchaseSearch } from '../search/purchase-search.ts';

interface DailyChartProps {
  contract: Contract;
  range: Range;
  /** Days from here on may still grow. */
  openFrom: Instant;
  grouping: Grouping;
  query: UseQueryResult<CallReply<typeof purchases.aggBy>>;
  onGrouping: (grouping: Grouping) => void;
  onDrill: (patch: Partial<PurchaseSearch>) => void;
}

/** A stacked bar for each day, by the chosen grouping. */
export function DailyChart({ query, grouping, onGrouping, ...chart }: DailyChartProps) {
  // Keeps the earlier grouping while another one loads.
  const [shown, setShown] = useState(grouping);
  if (query.data !== undefined && !query.isPlaceholderData && shown !== grouping) setShown(grouping);
  return (
    <Section
      title={m.purchase_daily()}
      actions={
        <Segments
          label={m.purchase_group_by()}
          value={grouping}
          options={groupings.map((value) => ({ value, label: partings[value].word() }))}
          onChange={onGrouping}
        />
      }
    >
      <ChartSlot query={query} height={370}>
        {({ items }) => <Bars rows={items} grouping={shown} {...chart} />}
      </ChartSlot>
    </Section>
  );
}

type BarsProps = Pick<DailyChartProps, 'contract' | 'range' | 'openFrom' | 'grouping' | 'onDrill'> & {
  rows: readonly PurchaseAggregate[];
};

function Bars({ rows, contract, range, openFrom, grouping, onDrill }: BarsProps) {
  const { billingZone, currency } = contract;
  const days = daysIn(range, billingZone);
  const firstOpen = dayOf(openFrom, billingZone);
  const series = dailySeries(grouping, rows, days);
  return (
    <StackedBars
      title={partings[grouping].title()}
      summary={summaryOf(series, currency)}
      pointsLabel={m.purchase_day()}
      points={days.map((day) => ({ key: day, label: shortDay(day), isSoFar: day >= firstOpen }))}
      series={series}
      currency={currency}
      onDrill={(day, id) => onDrill({ day, ...(id !== undefined && narrowTo(grouping, rows, id)) })}
    />
  );
}

function summaryOf(series: readonly Series[], currency: Contract['currency']): string {
  const largest = topSeries(series)[0];
  if (largest === undefined) return '';
  return m.purchase_daily_summary({ name: largest.name, amount: formatMoney(sumText(largest.values), currency) });
}
