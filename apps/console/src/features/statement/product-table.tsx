import type { Statement } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import type { Column } from '../../ui/table/column/column.ts';
import { moneyColumn, textColumn } from '../../ui/table/column/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { skuWord } from '../sku/sku-words.ts';

type Row = Statement['statementData']['productAndAmounts'][number];

interface ProductTableProps {
  rows: readonly Row[];
  currency: Contract['currency'];
  total: string;
}

/** The amount of each product; the rows add up to the statement. */
export function ProductTable({ rows, currency, total }: ProductTableProps) {
  const columns = useMemo(
    (): Column<Row>[] => [
      textColumn('product', m.statement_product(), (row) => skuWord(row.product), { ordersHere: true }),
      moneyColumn('amount', m.statement_amount(), (row) => row.amount, { currency, ordersHere: true, phone: 'figure' }),
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
