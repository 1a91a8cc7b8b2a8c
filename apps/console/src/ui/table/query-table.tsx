import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Empty } from '../feedback/empty.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { PageSize } from './pager/page-size.ts';

interface Page<Row> {
  items: readonly Row[];
  totalSize: number;
}

/** The reader's position in the list, with its setters; usually kept in the URL. */
export interface QueryTableState extends Pick<DataTableProps<never>, 'sort' | 'onSort' | 'onClearFilters' | 'toolbar'> {
  page: number;
  onPage: (page: number) => void;
  size: PageSize;
  /** Sets the page size and returns to the first page. */
  onSize: (size: PageSize) => void;
}

interface QueryTableProps<Row extends { id: string }, Reply extends Page<Row>, Key extends QueryKey>
  extends QueryTableState,
    Pick<DataTableProps<Row>, 'tableId' | 'caption' | 'columns' | 'dense' | 'phoneBelow'> {
  /** The query of one page of rows. */
  query: UseQueryOptions<Reply, Error, Reply, Key>;
  /** The future content of an empty list. */
  empty: { title: string; hint: ReactNode };
}

/** A table bound to a query: the server sorts and pages its rows, and every state of the query is shown. */
export function QueryTable<Row extends { id: string }, Reply extends Page<Row>, Key extends QueryKey>({
  query,
  page,
  onPage,
  size,
  onSize,
  empty,
  ...table
}: QueryTableProps<Row, Reply, Key>) {
  const { data: answered, error, refetch, isPlaceholderData } = useQuery(query);
  // Other parts show the answer at once; the many rows follow in the browser's idle moments.
  const data = useDeferredValue(answered);
  return (
    <DataTable
      {...table}
      rows={data?.items}
      rowId={(row) => row.id}
      stale={isPlaceholderData || data !== answered}
      error={error}
      onRetry={refetch}
      paging={{ page, size, total: data?.totalSize ?? 0, onPage, onSize }}
      empty={<Empty title={empty.title}>{empty.hint}</Empty>}
    />
  );
}
