import { type ColumnDef, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, Sort } from './column/column.ts';
import type { ColumnPreferences } from './column/column-preferences.ts';
import type { Paging } from './pager/pager.tsx';
import { features } from './table-features.ts';

interface RowsGiven<Row> {
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  preferences: ColumnPreferences;
  sort: Sort | undefined;
  /** Absent if the table keeps its own order. */
  onSort: ((sort: Sort | undefined) => void) | undefined;
  paging: Paging | undefined;
}

/** The model of DataTable: rows sorted, paged and limited to the chosen columns, by the server or here. */
export function useRowsTable<Row extends object>(given: RowsGiven<Row>) {
  const [ownSort, setOwnSort] = useState<Sort | undefined>(given.sort);
  const sort = given.onSort === undefined ? ownSort : given.sort;
  const setSort = given.onSort ?? setOwnSort;
  const isLocal = given.columns.some((column) => column.compare !== undefined);
  const { page = 1, size = 10 } = given.paging ?? {};

  const columns = useMemo(() => given.columns.map(toColumnDef), [given.columns]);
  const data = useMemo(() => [...given.rows], [given.rows]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: given.rowId,
    manualSorting: !isLocal,
    manualPagination: given.paging === undefined || given.paging.total !== undefined,
    rowCount: given.paging?.total ?? data.length,
    enableMultiSort: false,
    autoResetPageIndex: false,
    state: {
      sorting: sort === undefined ? [] : [sort],
      columnOrder: given.preferences.order,
      columnVisibility: Object.fromEntries(given.preferences.hidden.map((id) => [id, false])),
      pagination: { pageIndex: page - 1, pageSize: size },
    },
    onSortingChange: (updater) => {
      const before = sort === undefined ? [] : [sort];
      setSort((typeof updater === 'function' ? updater(before) : updater)[0]);
    },
  });
  return table;
}

export type RowsTable<Row extends object> = ReturnType<typeof useRowsTable<Row>>;

function toColumnDef<Row extends object>(column: Column<Row>): ColumnDef<typeof features, Row> {
  const { compare } = column;
  return {
    id: column.id,
    accessorFn: (row: Row) => row,
    header: column.header,
    cell: (context) => column.cell(context.row.original),
    enableSorting: column.sortable === true || compare !== undefined,
    ...(compare !== undefined && { sortFn: (left, right) => compare(left.original, right.original) }),
    sortDescFirst: column.align === 'end',
    meta: {
      header: column.header,
      align: column.align ?? 'start',
      minWidth: column.minWidth,
      share: column.share,
      phone: column.phone,
      wraps: column.wraps,
      stays: column.stays,
    },
  };
}
