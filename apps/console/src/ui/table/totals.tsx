import type { ReactNode } from 'react';
import type { RowsTable } from './use-rows-table.ts';

interface TotalsProps<Row extends object> {
  table: RowsTable<Row>;
  /** Cells by visible column id. */
  totals: Readonly<Record<string, ReactNode>>;
}

/** The row of totals below a table. */
export function Totals<Row extends object>({ table, totals }: TotalsProps<Row>) {
  return (
    <tfoot>
      <tr>
        {table.getVisibleLeafColumns().map(({ id, columnDef }) => (
          <td
            key={id}
            data-align={columnDef.meta?.align}
            data-phone={columnDef.meta?.phone}
            data-stays={columnDef.meta?.stays}
          >
            {totals[id]}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
