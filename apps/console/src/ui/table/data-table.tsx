import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Failure } from '../feedback/failure.tsx';
import { useShownFailure } from '../feedback/hold-failures.ts';
import { useDelayed } from '../feedback/use-delayed.ts';
import { usePrinting } from '../print/use-printing.ts';
import type { Column, Sort } from './column/column.ts';
import { useColumnPreferences } from './column/column-preferences.ts';
import { TakeRows } from './copy/take-rows.tsx';
import classes from './data-table.module.css';
import { HeaderCell } from './header-cell.tsx';
import { NoMatch } from './no-match.tsx';
import type { Paging } from './pager/pager.tsx';
import phone from './phone-rows.module.css';
import { SkeletonRows } from './skeleton-rows.tsx';
import { TableBox } from './table-box.tsx';
import { TableFoot } from './table-foot.tsx';
import { TableRows } from './table-rows.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { Totals } from './totals.tsx';
import { useNarrow } from './use-narrow.ts';
import { useRowsTable } from './use-rows-table.ts';

export interface DataTableProps<Row> {
  /** The key of the saved column preferences; unique in the console. */
  tableId: string;
  /** The accessible name of the table. */
  caption: string;
  /** Keep it at module scope or in useMemo. The first column names the row. */
  columns: ReadonlyArray<Column<Row>>;
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** The current order, from the URL. Without `onSort` it is only the initial order, and the table keeps its own. */
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
  /** Without it, every row is shown. */
  paging?: Paging;
  /** True while the rows belong to the previous question; they stay, dimmed, until the answer comes. */
  stale?: boolean;
  error?: Error | null;
  onRetry?: () => void;
  /** Shown for a list without rows; an Empty. */
  empty: ReactNode;
  /** Present if filters are set: an empty list then offers to clear them. */
  onClearFilters?: (() => void) | undefined;
  dense?: boolean;
  /** Below this screen width, rows have the layout of a phone; larger than a phone's for many wide columns. */
  phoneBelow?: number;
  /** Shown left of the column picker: filters, downloads. */
  toolbar?: ReactNode;
  /** The row whose detail is shown below it. */
  openId?: string | undefined;
  detailOf?: (row: Row) => ReactNode;
  /** A row of totals, with cells by visible column id. */
  totals?: Readonly<Record<string, ReactNode>>;
}

/** The one table of the console, with sorting, pages, column choice, all loading states, and printing. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows } = props;
  const isPrinting = usePrinting();
  const [isTaken, setTaken] = useState(false);
  // On paper and in files, a table that has all its rows is not split into pages.
  const whole = props.paging?.total === undefined ? undefined : props.paging;
  const paging = isPrinting ? whole : props.paging;
  const defaults = useMemo(
    () => ({ order: columns.map(({ id }) => id), hidden: columns.filter(({ hidden }) => hidden).map(({ id }) => id) }),
    [columns],
  );
  const choice = useColumnPreferences(props.tableId, defaults);
  const table = useRowsTable({
    columns,
    rows: rows ?? noRows,
    rowId: props.rowId,
    preferences: choice.preferences,
    sort: props.sort,
    onSort: props.onSort,
    paging: isTaken ? whole : paging,
  });
  const element = useRef<HTMLTableElement>(null);
  const error = useShownFailure(props.error);
  const isLoading = rows === undefined && !error;
  const isLate = useDelayed(isLoading);
  const visible = table.getVisibleLeafColumns();
  const isNarrow = useNarrow(props.phoneBelow);
  const size = paging?.size ?? 10;

  return (
    <div className={classes.frame} data-dense={props.dense || undefined}>
      <TableToolbar columns={columns} choice={choice}>
        {props.toolbar}
      </TableToolbar>
      <TableBox caption={props.caption}>
        <table
          ref={element}
          className={`${classes.table} ${phone.rows}`}
          aria-busy={isLoading || props.stale === true}
          data-narrow={isNarrow || undefined}
          data-many-columns={visible.length > mostOnPaper || undefined}
        >
          <caption className={classes.caption}>{props.caption}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map(({ column }) => (
                  <HeaderCell key={column.id} column={column} />
                ))}
              </tr>
            ))}
          </thead>
          <tbody data-stale={props.stale || undefined}>
            {isLoading && <SkeletonRows rows={size} columns={visible.length} shown={isLate} />}
            <TableRows table={table} openId={props.openId} detailOf={props.detailOf} />
          </tbody>
          {props.totals !== undefined && rows !== undefined && rows.length > 0 && (
            <Totals table={table} totals={props.totals} />
          )}
        </table>
      </TableBox>
      {error && <Failure error={error} {...(props.onRetry && { onRetry: props.onRetry })} />}
      {rows?.length === 0 &&
        !props.error &&
        (props.onClearFilters ? <NoMatch onClear={props.onClearFilters} /> : props.empty)}
      {rows !== undefined && rows.length > 0 && (
        <TableFoot
          paging={paging}
          count={rows.length}
          taking={
            <TakeRows
              table={element}
              caption={props.caption}
              showAll={setTaken}
              isPart={whole !== undefined && (whole.total ?? 0) > rows.length}
            />
          }
        />
      )}
    </div>
  );
}

// More columns do not fit on a sheet without cut words.
const mostOnPaper = 10;

const noRows: readonly never[] = [];
