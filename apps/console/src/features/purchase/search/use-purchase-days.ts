import { useQuery } from '@tanstack/react-query';
import type { DailyAccumulation } from '@usance/api/billing/purchase';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import type { Range } from '@usance/period/range';
import { purchaseQueries } from './purchase.queries.ts';
import { callFilters } from './purchase-filters.ts';
import type { PurchaseSearch } from './purchase-search.ts';

export interface PurchaseDays {
  /** Undefined until the first reply. */
  days: readonly DailyAccumulation[] | undefined;
  /** True while the days of an earlier request are shown. */
  isOld: boolean;
}

/** Loads the days with running totals: of the range, and of the earlier period if there is one. */
export function usePurchaseDays(
  contractId: string,
  search: PurchaseSearch,
  { range, previous }: PurchasePeriod,
): [now: PurchaseDays, before: PurchaseDays] {
  const daysOf = (asked: Range | undefined) => ({
    ...purchaseQueries.daily(contractId, callFilters(search, asked ?? range)),
    enabled: asked !== undefined,
  });
  const now = useQuery(daysOf(range));
  const before = useQuery(daysOf(previous));
  return [
    { days: now.data?.items, isOld: now.isPlaceholderData },
    { days: previous && before.data?.items, isOld: before.isPlaceholderData },
  ];
}
