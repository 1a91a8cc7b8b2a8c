import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import { dayOf } from '@usance/period/day';
import { instantOfEpochMs } from '@usance/period/instant';
import { useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { CumulativeChart } from './cumulative-chart.tsx';
import { DailyChart } from './daily-chart.tsx';
import { usageQueries } from './purchase.queries.ts';
import { UsageDetails } from './purchase-details.tsx';
import { UsageFigures } from './purchase-figures.tsx';
import { UsageFilterBar } from './purchase-filter-bar.tsx';
import { callFilters } from './purchase-filters.ts';
import { partings } from './purchase-grouping.ts';
import { periodOf } from './purchase-period.ts';
import { UsageRangeField } from './purchase-range-field.tsx';
import type { ChangeSearch, UsageSearch } from './purchase-search.ts';
import { UsageShares } from './purchase-shares.tsx';

interface CostAnalysisProps {
  contract: Contract;
  search: UsageSearch;
  onChange: ChangeSearch;
}

/** What a range of usage came to: the amount, the pictures, and the rows that add up to it. */
export function CostAnalysis({ contract, search, onChange }: CostAnalysisProps) {
  const now = instantOfEpochMs(Date.now());
  const period = periodOf(search, contract.billingZone, now);
  const details = useRef<HTMLDivElement>(null);
  const daily = useQuery(
    usageQueries.aggregate(contract.id, {
      ...callFilters(search, period.range),
      aggDimensions: ['day', ...partings[search.groupBy].dimensions],
    }),
  );
  const filter: ChangeSearch = (patch) => onChange({ page: 1, ...patch });
  const drill: ChangeSearch = (patch) => {
    filter(patch);
    if (details.current !== null) bringTo(details.current);
  };
  const hasUsage = daily.data?.items.length !== 0;
  return (
    <>
      <PageHeader
        title={m.usage_title()}
        lead={m.usage_lead()}
        actions={
          <UsageRangeField
            search={search}
            range={period.range}
            zone={contract.billingZone}
            today={dayOf(now, contract.billingZone)}
            onChange={filter}
          />
        }
      />
      <UsageFigures contract={contract} search={search} period={period} />
      <UsageFilterBar contractId={contract.id} range={period.range} search={search} onChange={filter} />
      {hasUsage && (
        <>
          <DailyChart
            contract={contract}
            range={period.elapsed}
            grouping={search.groupBy}
            query={daily}
            onGrouping={(groupBy) => onChange({ groupBy })}
            onDrill={drill}
          />
          <CumulativeChart contract={contract} search={search} period={period} />
          <UsageShares contract={contract} search={search} range={period.range} onDrill={drill} />
        </>
      )}
      <UsageDetails
        ref={details}
        contract={contract}
        search={search}
        range={period.range}
        onChange={onChange}
        withChips={hasUsage}
      />
    </>
  );
}

/** Scrolls to a part of the page and puts the keyboard there. */
function bringTo(part: HTMLElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  part.focus({ preventScroll: true });
  part.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' });
}
