import type { Column } from '@tanstack/react-table';
import { usePrinting } from '../print/use-printing.ts';
import classes from './header-cell.module.css';
import type { features } from './table-features.ts';

/** A column's heading; a button if the column can be sorted. */
export function HeaderCell<Row extends object>({ column }: { column: Column<typeof features, Row> }) {
  const { header = column.id, align = 'start', minWidth, share, stays } = column.columnDef.meta ?? {};
  const isPrinting = usePrinting();
  const sorted = column.getIsSorted();
  const style = { minWidth, ...(share !== undefined && { width: `${share}%` }) };
  // On paper it is plain text: browsers do not print buttons in headings that repeat on each page.
  if (isPrinting || !column.getCanSort()) {
    return (
      <th scope="col" data-align={align} data-stays={stays} style={style}>
        {header}
      </th>
    );
  }
  return (
    <th
      scope="col"
      data-align={align}
      data-stays={stays}
      style={style}
      aria-sort={sorted === false ? 'none' : ariaSort[sorted]}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => column.toggleSorting()}
        data-sorted={sorted || undefined}
      >
        {header}
        <svg viewBox="0 0 10 12" width="10" height="12" aria-hidden="true">
          <path d="M5 .8 8.6 5H1.4Z" data-way="asc" />
          <path d="M5 11.2 1.4 7h7.2Z" data-way="desc" />
        </svg>
      </button>
    </th>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
