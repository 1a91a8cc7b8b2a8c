import type { Contract } from '@usance/api/contract';
import type { Statement } from '@usance/api/statement';
import { useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { byAmount, byText, type Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';

type Row = Statement['statementData']['productAndAmounts'][number];

interface ProductTableProps {
  rows: readonly Row[];
  currency: Contract['currency'];
  total: string;
}

/** What each product came to; the rows add up to the statement. */
export function ProductTable({ rows, currency, total }: ProductTableProps) {
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        id: 'product',
        header: m.statement_product(),
        cell: (row) => row.product,
        compare: byText((row) => row.product),
      },
      {
        id: 'amount',
        header: m.statement_amount(),
        align: 'end',
        cell: (row) => <MoneyText amount={row.amount} currency={currency} />,
        compare: byAmount((row) => row.amount),
      },
    ],
    [currency],
  );
  return (
    <DataTable
      tableId="statement-product"
      caption={m.statement_by_product()}
      columns={columns}
      rows={rows}
      rowId={(row) => row.product}
      sort={{ id: 'amount', desc: true }}
      totals={{ product: m.ui_total(), amount: <MoneyText amount={total} currency={currency} /> }}
      empty={m.statement_no_usage()}
      dense
    />
  );
}
