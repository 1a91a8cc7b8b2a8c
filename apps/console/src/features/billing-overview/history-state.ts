import type { Contract } from '@usance/api/contract/contract';
import { rangeOfMonths } from '../../ui/search/months.ts';
import type { Sort } from '../../ui/table/column/column.ts';
import type { PageSize } from '../../ui/table/pager/page-size.ts';
import { type BillingOverviewSearch, billingOverviewSearch } from './billing-overview-search.ts';

export type ChangeBillingOverview = (patch: Partial<BillingOverviewSearch>) => void;

/** Returns the state of one history from the URL, and the functions that change it. */
export function historyOf(
  of: 'cash' | 'frozen',
  search: BillingOverviewSearch,
  { billingZone }: Contract,
  onChange: ChangeBillingOverview,
) {
  const [from, to] = [search[`${of}From`], search[`${of}To`]];
  const [orderBy, ordering] = [search[`${of}Sort`], search[`${of}Order`]];
  const isFiltered = from !== undefined || to !== undefined || search[`${of}Type`] !== undefined;
  return {
    range: rangeOfMonths({ from, to }, billingZone),
    page: search[`${of}Page`],
    onPage: (page: number) => onChange({ [`${of}Page`]: page }),
    size: search[`${of}Size`],
    onSize: (size: PageSize) => onChange({ [`${of}Size`]: size, [`${of}Page`]: 1 }),
    order: { orderBy, ordering },
    sort: { id: orderBy, desc: ordering === 'desc' },
    onSort: (sort: Sort | undefined) => onChange({ ...orderSearch(of, sort), [`${of}Page`]: 1 }),
    onClearFilters: isFiltered ? () => onChange(noFilters(of)) : undefined,
  };
}

/** Without an order the default applies. */
function orderSearch(of: 'cash' | 'frozen', sort: Sort | undefined): Partial<BillingOverviewSearch> {
  const asked = { [`${of}Sort`]: sort?.id, [`${of}Order`]: sort?.desc === false ? 'asc' : 'desc' };
  const known = billingOverviewSearch.parse(asked);
  return { [`${of}Sort`]: known[`${of}Sort`], [`${of}Order`]: known[`${of}Order`] };
}

function noFilters(of: 'cash' | 'frozen'): Partial<BillingOverviewSearch> {
  return { [`${of}From`]: undefined, [`${of}To`]: undefined, [`${of}Type`]: undefined, [`${of}Page`]: 1 };
}
