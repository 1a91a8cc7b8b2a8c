import type { Contract } from '@usance/api/contract/contract';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { CumulativeChart } from './cumulative-chart.tsx';
import { PurchaseShares } from './purchase-shares.tsx';

interface PurchaseChartsProps {
  contract: Contract;
  /** The search without the paging and order of the tables. */
  asked: PurchaseSearch;
  period: PurchasePeriod;
  onDrill: ChangePurchaseSearch;
}

/** The charts below the table: the running total and the shares. */
export function PurchaseCharts({ contract, asked, period, onDrill }: PurchaseChartsProps) {
  return (
    <>
      <CumulativeChart contract={contract} search={asked} period={period} />
      <PurchaseShares contract={contract} search={asked} range={period.range} onDrill={onDrill} />
    </>
  );
}
