import type { RowsTable } from './use-rows-table.ts';

/** The rows of a table. The first cell of each names it. */
export function TableRows<Row extends object>({ table }: { table: RowsTable<Row> }) {
  return table.getRowModel().rows.map((row) => (
    <tr key={row.id}>
      {row.getVisibleCells().map((cell, index) => {
        const meta = cell.column.columnDef.meta;
        const Cell = index === 0 ? 'th' : 'td';
        return (
          <Cell
            key={cell.id}
            {...(index === 0 && { scope: 'row' })}
            data-align={meta?.align}
            data-phone={meta?.phone}
            data-gives={meta?.share !== undefined || undefined}
            data-wraps={meta?.wraps}
            data-stays={meta?.stays}
          >
            <table.FlexRender cell={cell} />
          </Cell>
        );
      })}
    </tr>
  ));
}
