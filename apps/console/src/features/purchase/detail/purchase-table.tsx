import type { Contract } from '@usance/api/contract/contract';
import type { Range } from '@usance/period/range';
import { type ReactNode, useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { searchOf, sortOf } from '../../../ui/search/search.ts';
import { QueryTable } from '../../../ui/table/query-table.tsx';
import { purchaseQueries } from '../search/purchase.queries.ts';
import { callFilters, hasFilters, noFilters } from '../search/purchase-filters.ts';
import { type ChangePurchaseSearch, type PurchaseSearch, purchaseSearch } from '../search/purchase-search.ts';
import { purchaseColumns } from './purchase-columns.tsx';

interface PurchaseTableProps {
  contract: Contract;
  search: PurchaseSearch;
  /** The range, or its chosen day. */
  range: Range;
  onChange: ChangePurchaseSearch;
  /** The name of a part of the rows. */
  caption?: string;
  toolbar?: ReactNode;
}

/** Rated rows, sorted and paged by the server. */
export function PurchaseTable({ contract, search, range, onChange, caption, toolbar }: PurchaseTableProps) {
  const columns = useMemo(() => purchaseColumns(contract), [contract]);
  return (
    <QueryTable
      // The storage key of the readers' columns, unchanged since the first version.
      tableId="usage"
      caption={caption ?? m.purchase_details()}
      columns={columns}
      query={purchaseQueries.list(contract.id, {
        ...callFilters(search, range),
        pageNum: search.page,
        pageSize: search.size,
        orderBy: search.sort,
        ordering: search.order,
      })}
      page={search.page}
      onPage={(page) => onChange({ page })}
      size={search.size}
      onSize={(size) => onChange({ page: 1, size })}
      sort={sortOf(search)}
      onSort={(sort) => onChange({ page: 1, ...searchOf(sort, purchaseSearch) })}
      onClearFilters={caption === undefined && hasFilters(search) ? () => onChange(noFilters) : undefined}
      empty={{ title: m.purchase_empty(), hint: m.purchase_empty_hint() }}
      toolbar={toolbar}
      dense
    />
  );
}
