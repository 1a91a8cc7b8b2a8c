import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { dayOf } from '@usance/period/day';
import type { Instant } from '@usance/period/instant';
import { type Comparison, comparisons, type PurchasePeriod } from '@usance/period/purchase-period';
import { memo, useLayoutEffect, useRef } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import { Segments } from '../../../ui/field/segments.tsx';
import { usePainted } from '../../../ui/late/painted.ts';
import { stepWord } from '../chart/cost-chart.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { hasFilters } from '../search/purchase-filters.ts';
import { barStepOf } from '../search/purchase-groups.ts';
import type { ChangePurchaseSearch, PurchaseSearch } from '../search/purchase-search.ts';
import { ViewsMenu } from '../view/views-menu.tsx';
import { AddFilter } from './add-filter.tsx';
import classes from './purchase-bar.module.css';
import { PurchaseChips } from './purchase-chips.tsx';
import { PurchaseRangeField } from './purchase-range-field.tsx';

interface PurchaseBarProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
  now: Instant;
  onChange: ChangePurchaseSearch;
}

/** The range, the comparison, the width of bars, the filters and the views, in sight on the whole page. */
export const PurchaseBar = memo(function PurchaseBar({ contract, search, period, now, onChange }: PurchaseBarProps) {
  const { range } = period;
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  const { data } = useQuery({
    ...purchaseQueries.distinct(contract.id, { start: range.start, end: range.end }),
    enabled: usePainted(),
  });
  return (
    <search ref={bar} className={classes.bar} aria-label={m.purchase_filters()}>
      <div className={classes.fields} data-screen-only>
        <PurchaseRangeField
          search={search}
          range={range}
          zone={contract.billingZone}
          today={dayOf(now, contract.billingZone)}
          onChange={onChange}
        />
        <ChoiceField
          aria-label={m.purchase_compare()}
          w={174}
          value={search.compare}
          options={comparisons.map((value) => ({ value, label: compareWord[value]() }))}
          onChange={(chosen) => {
            const compare = comparisons.find((each) => each === chosen);
            if (compare !== undefined) onChange({ compare });
          }}
        />
        <Segments
          label={m.purchase_step()}
          value={barStepOf(search, range)}
          options={(['day', 'week', 'month'] as const).map((value) => ({ value, label: stepWord[value]() }))}
          onChange={(step) => onChange({ step })}
        />
        <AddFilter contractId={contract.id} range={range} search={search} fields={data} onChange={onChange} />
        <ViewsMenu contract={contract} search={search} period={period} onChange={onChange} />
      </div>
      {!hasFilters(search) && <p data-print-only>{m.purchase_filters_none()}</p>}
      <PurchaseChips search={search} fields={data} onChange={onChange} />
    </search>
  );
});

const compareWord: Readonly<Record<Comparison, () => string>> = {
  previous: m.purchase_compare_previous,
  year: m.purchase_compare_year,
  off: m.purchase_compare_off,
};

/** Tells the page how far the bar reaches, so that nothing stays hidden below it. */
function useBarHeight(bar: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--u-bar-height', `${bar.current?.offsetHeight ?? 0}px`);
    });
    if (bar.current !== null) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--u-bar-height');
    };
  }, [bar]);
}
