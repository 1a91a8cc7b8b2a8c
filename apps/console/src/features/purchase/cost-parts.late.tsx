import type { Contract } from '@usance/api/contract/contract';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import { lazy, type Ref, Suspense } from 'react';
import { useChangeDrill } from './change/use-change-drill.ts';
import { WhatChanged } from './change/what-changed.tsx';
import { PurchaseCharts } from './chart/purchase-charts.tsx';
import classes from './cost-parts.module.css';
import { PurchaseTables } from './purchase-tables.tsx';
import type { ChangePurchaseSearch, PurchaseSearch } from './search/purchase-search.ts';

interface CostPartsProps {
  contract: Contract;
  search: PurchaseSearch;
  /** The search without the paging and order of the tables. */
  asked: PurchaseSearch;
  period: PurchasePeriod;
  hasUsage: boolean;
  onChange: ChangePurchaseSearch;
  onDrill: ChangePurchaseSearch;
  /** The tables, to which a chart leads. */
  ref: Ref<HTMLDivElement>;
}

/** The parts below the bars: the causes of a change, the amounts by group or row, and their charts. */
export function CostParts({ contract, search, asked, period, hasUsage, onChange, onDrill, ref }: CostPartsProps) {
  const { changes, drill } = useChangeDrill(onChange);
  return (
    <>
      {period.compared ? (
        <div ref={changes} tabIndex={-1} className={classes.changes}>
          <WhatChanged
            contract={contract}
            search={asked}
            compared={period.compared}
            onChange={onChange}
            onDrill={drill}
          />
        </div>
      ) : (
        asked.compare !== 'off' && (
          <Suspense fallback={null}>
            <NothingCompared contract={contract} search={asked} period={period} />
          </Suspense>
        )
      )}
      <PurchaseTables ref={ref} {...{ contract, search, period, onChange }} />
      {hasUsage && <PurchaseCharts {...{ contract, asked, period }} onDrill={onDrill} />}
    </>
  );
}

// Most readers compare something.
const NothingCompared = lazy(async () => ({
  default: (await import('./change/nothing-compared.late.tsx')).NothingCompared,
}));
