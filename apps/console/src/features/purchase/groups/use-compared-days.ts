import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import type { ComparedDays } from '@usance/period/compared-days';
import { instant } from '@usance/period/instant';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { groupsQuery } from '../search/purchase-groups.ts';
import type { PurchaseSearch } from '../search/purchase-search.ts';

/** Returns the days that the answer compares, which may be later than those of a page that has stood for a while. */
export function useComparedDays(
  contract: Contract,
  search: PurchaseSearch,
  period: PurchasePeriod,
): ComparedDays | undefined {
  const { data } = useQuery(purchaseQueries.groups(contract.id, groupsQuery(search, period)));
  if (data === undefined) return period.compared;
  return data.comparedDays && { now: rangeIn(data.comparedDays.now), before: rangeIn(data.comparedDays.before) };
}

const rangeIn = ({ start, end }: { start: string; end: string }) => ({ start: instant(start), end: instant(end) });
