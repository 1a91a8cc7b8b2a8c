import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Empty } from '../feedback/empty.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { PageSize } from './page-size.ts';

interface Page<Row> {
  items: readonly Row[];
  totalSize: number;
}

/** Where the reader stands in the list, and how they move; usually kept in the URL. */
export interface QueryTableState extends Pick<DataTableProps<never>, 'sort' | 'onSort' | 'onClearFilters' | 'toolbar'> {
  page: number;
  onPage: (page: number) => void;
  size: PageSize;
  /** Another size begins at the first page again. */
  onSize: (size: PageSize) => void;
}

interface QueryTableProps<Row extends { id: string }, Reply extends Page<Row>, Key extends QueryKey>
  extends QueryTableState,
    Pick<DataTableProps<Row>, 'tableId' | 'caption' | 'columns' | 'dense' | 'phoneBelow'> {
  /** One page of rows; a list call's query as its room has it. */
  query: UseQueryOptions<Reply, Error, Reply, Key>;
  /** What will stand here once there is a first row. */
  empty: { title: string; hint: ReactNode };
}

/** A table bound to a query: rows ordered and paged by the server, in each state that asking can be in. */
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
  // What else the answer changes is seen at once; rows are many, and drawn in the browser's spare moments.
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
