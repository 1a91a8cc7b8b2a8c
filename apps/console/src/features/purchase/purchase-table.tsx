import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import type { Range } from '@usance/period/range';
import { type ReactNode, useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { Sort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { usageQueries } from './purchase.queries.ts';
import { usageColumns } from './purchase-columns.tsx';
import { callFilters, hasFilters, noFilters } from './purchase-filters.ts';
import { type ChangeSearch, sortWords, type UsageSearch } from './purchase-search.ts';

interface UsageTableProps {
  contract: Contract;
  search: UsageSearch;
  /** The range, or the one day of it that was chosen. */
  range: Range;
  onChange: ChangeSearch;
  toolbar: ReactNode;
}

/** Rated rows, ordered and paged by the server. */
export function UsageTable({ contract, search, range, onChange, toolbar }: UsageTableProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    usageQueries.list(contract.id, {
      ...callFilters(search, range),
      pageNum: search.page,
      orderBy: search.sort,
      ordering: search.order,
    }),
  );
  const columns = useMemo(() => usageColumns(contract), [contract]);
  return (
    <DataTable
      tableId="usage"
      caption={m.usage_details()}
      columns={columns}
      rows={data?.items}
      rowId={(row) => row.id}
      stale={isPlaceholderData}
      error={error}
      onRetry={refetch}
      sort={{ id: search.sort, desc: search.order === 'desc' }}
      onSort={(sort) => onChange({ page: 1, ...orderOf(sort) })}
      paging={{ page: search.page, total: data?.totalSize ?? 0, onPage: (page) => onChange({ page }) }}
      onClearFilters={hasFilters(search) ? () => onChange(noFilters) : undefined}
      empty={<Empty title={m.usage_empty()}>{m.usage_empty_hint()}</Empty>}
      toolbar={toolbar}
      dense
    />
  );
}

/** Without an order the rows come newest first. */
function orderOf(sort: Sort | undefined): Pick<UsageSearch, 'sort' | 'order'> {
  const word = sortWords.find((one) => one === sort?.id) ?? 'start';
  return { sort: word, order: sort?.desc === false ? 'asc' : 'desc' };
}
