import { Fragment, type ReactNode } from 'react';
import classes from './table-rows.module.css';
import type { RowsTable } from './use-rows-table.ts';

interface TableRowsProps<Row extends object> {
  table: RowsTable<Row>;
  /** The row whose detail is shown below it. */
  openId: string | undefined;
  detailOf: ((row: Row) => ReactNode) | undefined;
}

/** The rows of a table. The first cell of each names it. */
export function TableRows<Row extends object>({ table, openId, detailOf }: TableRowsProps<Row>) {
  return table.getRowModel().rows.map((row) => (
    <Fragment key={row.id}>
      <tr>
        {row.getVisibleCells().map((cell, index) => {
          const meta = cell.column.columnDef.meta;
          const Cell = index === 0 ? 'th' : 'td';
          const phone = meta?.phone ?? (index > 0 && cell.column.getIsSorted() ? 'named' : undefined);
          return (
            <Cell
              key={cell.id}
              {...(index === 0 && { scope: 'row' })}
              data-align={meta?.align}
              data-phone={phone}
              data-word={phone === 'named' ? meta?.header : undefined}
              data-gives={meta?.share !== undefined || undefined}
              data-wraps={meta?.wraps}
              data-stays={meta?.stays}
            >
              <table.FlexRender cell={cell} />
            </Cell>
          );
        })}
      </tr>
      {detailOf !== undefined && row.id === openId && (
        <tr className={classes.detail}>
          <td colSpan={row.getVisibleCells().length} data-detail>
            {detailOf(row.original)}
          </td>
        </tr>
      )}
    </Fragment>
  ));
}
