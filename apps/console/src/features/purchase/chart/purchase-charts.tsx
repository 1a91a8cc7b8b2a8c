import type { UseQueryResult } from '@tanstack/react-query';
import type { purchases } from '@usance/api/billing/purchase';
import type { CallReply } from '@usance/api/call';
import type { Contract } from '@usance/api/contract/contract';
import type { PurchasePeriod } from '../search/purchase-period.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { CumulativeChart } from './cumulative-chart.tsx';
import { DailyChart } from './daily-chart.tsx';
import { PurchaseShares } from './purchase-shares.tsx';

interface PurchaseChartsProps {
  contract: Contract;
  search: PurchaseSearch;
  /** The search without the paging and order of the rows. */
  asked: PurchaseSearch;
  period: PurchasePeriod;
  daily: UseQueryResult<CallReply<typeof purchases.aggBy>>;
  onChange: ChangePurchaseSearch;
  onDrill: ChangePurchaseSearch;
}

/** The charts of a range: by day, cumulative, and the shares. */
export function PurchaseCharts({ contract, search, asked, period, daily, onChange, onDrill }: PurchaseChartsProps) {
  return (
    <>
      <DailyChart
        contract={contract}
        range={period.elapsed}
        openFrom={period.openFrom}
        grouping={search.groupBy}
        query={daily}
        onGrouping={(groupBy) => onChange({ groupBy })}
        onDrill={onDrill}
      />
      <CumulativeChart contract={contract} search={asked} period={period} />
      <PurchaseShares contract={contract} search={asked} range={period.range} onDrill={onDrill} />
    </>
  );
}
