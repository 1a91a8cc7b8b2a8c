import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { PurchaseFreshness } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import { floorToHour, instant, instantOfEpochMs } from '@usance/period/instant';
import { type MeteredSpan, purchasePeriodOf } from '@usance/period/purchase-period';
import { useCallback, useMemo, useRef } from 'react';
import { consoleNow } from '../../api/product-time.ts';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { HoldFailures } from '../../ui/feedback/hold-failures.ts';
import { Below, loadedBelow } from '../../ui/late/below.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageFoot } from '../../ui/print/page-foot.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { CostChart } from './chart/cost-chart.tsx';
import classes from './cost-analysis-page.module.css';
import { PurchaseBar } from './filter/purchase-bar.tsx';
import { PurchaseFigures } from './purchase-figures.tsx';
import { purchaseQueries } from './search/purchase.queries.ts';
import { spellRange } from './search/purchase-days.ts';
import { groupsQuery } from './search/purchase-groups.ts';
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
  const { data: freshness } = useSuspenseQuery(purchaseQueries.freshness(contractId));
  const now = instantOfEpochMs(consoleNow());
  const hour = floorToHour(now);
  const period = useMemo(
    () => purchasePeriodOf(asked, meteredOf(contract, freshness), hour),
    [asked, contract, freshness, hour],
  );
  const groups = useQuery(purchaseQueries.groups(contract.id, groupsQuery(asked, period)));
  const filter: ChangePurchaseSearch = useCallback(
    (patch) => onChange({ page: 1, groupPage: 1, open: undefined, ...patch }),
    [onChange],
  );
  const { details, drill } = useDrill(filter);
  const queryClient = useQueryClient();
  const askAgain = () => queryClient.resetQueries({ queryKey: purchaseQueries.of(contract.id) });
  const hasUsage = groups.data?.totalSize !== 0;
  return (
    <>
      <PageHeader title={m.purchase_title()} />
      <PurchaseBar contract={contract} search={asked} period={period} now={hour} onChange={filter} />
      {groups.isLoadingError ? (
        // All parts read the same rows, so one failure is shown for all.
        <Failure error={groups.error} title={m.purchase_load_failed()} onRetry={askAgain} />
      ) : (
        <HoldFailures value={groups.isPending || groups.isPlaceholderData}>
          <div className={classes.lead}>
            <PurchaseFigures contract={contract} search={asked} period={period} />
            {hasUsage && (
              <CostChart {...{ contract, period }} search={asked} query={groups} onChange={filter} onDrill={drill} />
            )}
          </div>
          <Below>
            <CostParts ref={details} {...{ contract, search, asked, period, hasUsage, onChange }} onDrill={drill} />
          </Below>
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

const CostParts = loadedBelow(async () => (await import('./cost-parts.late.tsx')).CostParts);

function meteredOf({ billingZone, commencingOn }: Contract, { usageThrough }: PurchaseFreshness): MeteredSpan {
  const through = usageThrough === null ? undefined : instant(usageThrough);
  return { zone: billingZone, since: instant(commencingOn), through };
}

/** Narrows the search from a chart, and leads to the rows that are left. */
function useDrill(filter: ChangePurchaseSearch) {
  const details = useRef<HTMLDivElement>(null);
  const drill: ChangePurchaseSearch = useCallback(
    (patch) => {
      // A day is one of the rows only.
      filter(patch.day === undefined ? patch : { ...patch, view: 'rows' });
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
