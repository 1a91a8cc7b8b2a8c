import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import { dayOf } from '@usance/period/day';
import { floorToHour, instant, instantOfEpochMs } from '@usance/period/instant';
import { useCallback, useMemo, useRef } from 'react';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { HoldFailures } from '../../ui/feedback/hold-failures.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageFoot } from '../../ui/print/page-foot.tsx';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { WhatChanged } from './change/what-changed.tsx';
import { PurchaseCharts } from './chart/purchase-charts.tsx';
import { PurchaseDetails } from './detail/purchase-details.tsx';
import { PurchaseFilterBar } from './filter/purchase-filter-bar.tsx';
import { PurchaseRangeField } from './filter/purchase-range-field.tsx';
import { PurchaseFigures } from './purchase-figures.tsx';
import { purchaseQueries } from './search/purchase.queries.ts';
import { spellRange } from './search/purchase-days.ts';
import { callFilters } from './search/purchase-filters.ts';
import { partings } from './search/purchase-grouping.ts';
import { type MeteredSpan, purchasePeriodOf } from './search/purchase-period.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from './search/purchase-search.ts';

interface CostAnalysisPageProps {
  contractId: string;
  search: PurchaseSearch;
  /**
   * The search without the paging and order of the rows. It keeps its identity, so the parts above the table do not
   * render again.
   */
  asked: PurchaseSearch;
  onChange: ChangePurchaseSearch;
}

/** The cost of a range of usage: the amount, the charts, and the rows that add up to it. */
export function CostAnalysisPage({ contractId, search, asked, onChange }: CostAnalysisPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data: balance } = useSuspenseQuery(availableBalanceQueries.detail(contractId));
  const now = instantOfEpochMs(consoleNow());
  const hour = floorToHour(now);
  const period = useMemo(
    () => purchasePeriodOf(asked, meteredOf(contract, balance), hour),
    [asked, contract, balance, hour],
  );
  const daily = useQuery(
    purchaseQueries.aggregate(contract.id, {
      ...callFilters(search, period.range),
      aggDimensions: ['day', ...partings[search.groupBy].dimensions],
    }),
  );
  const filter: ChangePurchaseSearch = useCallback((patch) => onChange({ page: 1, ...patch }), [onChange]);
  const { details, drill } = useDrill(filter);
  const queryClient = useQueryClient();
  const askAgain = () => queryClient.resetQueries({ queryKey: purchaseQueries.of(contract.id) });
  const hasUsage = daily.data?.items.length !== 0;
  return (
    <>
      <PageHeader
        title={m.purchase_title()}
        lead={m.purchase_lead()}
        actions={
          <PurchaseRangeField
            search={search}
            range={period.range}
            zone={contract.billingZone}
            today={dayOf(now, contract.billingZone)}
            onChange={filter}
          />
        }
      />
      {!daily.isLoadingError && <PurchaseFigures contract={contract} search={asked} period={period} />}
      <PurchaseFilterBar contractId={contract.id} range={period.range} search={asked} onChange={filter} />
      {daily.isLoadingError ? (
        // All parts read the same rows, so one failure is shown for all.
        <Failure error={daily.error} title={m.purchase_load_failed()} onRetry={askAgain} />
      ) : (
        <HoldFailures value={daily.isPending || daily.isPlaceholderData}>
          {hasUsage && (
            <PurchaseCharts {...{ contract, search, asked, period, daily }} onChange={onChange} onDrill={drill} />
          )}
          {period.compared && (
            <WhatChanged contract={contract} search={asked} compared={period.compared} onDrill={drill} />
          )}
          <PurchaseDetails
            ref={details}
            contract={contract}
            search={search}
            range={period.range}
            onChange={onChange}
            withChips={hasUsage}
          />
        </HoldFailures>
      )}
      <PageFoot
        lines={[
          `${m.purchase_title()} · ${contract.tags} · ${contract.id}`,
          `${spellRange(period.elapsed, contract.billingZone)} · ${m.purchase_zone({ zone: contract.billingZone })}`,
        ]}
      />
    </>
  );
}

function meteredOf({ billingZone, commencingOn }: Contract, { usageThrough }: AvailableBalance): MeteredSpan {
  const through = usageThrough === null ? undefined : instant(usageThrough);
  return { zone: billingZone, since: instant(commencingOn), through };
}

/** Narrows the search from a chart, and leads to the rows that are left. */
function useDrill(filter: ChangePurchaseSearch) {
  const details = useRef<HTMLDivElement>(null);
  const drill: ChangePurchaseSearch = useCallback(
    (patch) => {
      filter(patch);
      if (details.current !== null) bringTo(details.current);
    },
    [filter],
  );
  return { details, drill };
}

/** Scrolls to a part of the page and focuses it. */
function bringTo(part: HTMLElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  part.focus({ preventScroll: true });
  part.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' });
}
