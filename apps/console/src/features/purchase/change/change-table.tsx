import type { purchases } from '@usance/api/billing/purchase';
import type { ChangedDimension, PurchaseChange } from '@usance/api/billing/purchase/purchase-change';
import type { CallReply } from '@usance/api/call';
import type { DisplayCurrency } from '@usance/money/currency';
import { add, formatDecimal, isZero } from '@usance/money/decimal';
import { useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { byText, type Column } from '../../../ui/table/column/column.ts';
import { moneyColumn } from '../../../ui/table/column/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { billingItemWord, skuWord } from '../../sku/sku-words.ts';
import classes from './change-table.module.css';
import { dimensionWord } from './change-words.ts';

type Changes = Pick<CallReply<typeof purchases.changes>, 'by' | 'total' | 'items' | 'others'>;
type Row = Changes['items'][number];

export interface ChangeTableProps {
  /** The dimension of the columns until the first answer. */
  chosen: ChangedDimension;
  changes: Changes | undefined;
  isOld: boolean;
  currency: DisplayCurrency;
  /** Narrows the page to a group. */
  onDrill: (patch: Partial<Record<ChangedDimension, string[]>>) => void;
}

/** The groups with the largest ups and downs; each leads to its usage. */
export function ChangeTable({ chosen, changes, isOld, currency, onDrill }: ChangeTableProps) {
  const by = changes?.by ?? chosen;
  const columns = useMemo(() => columnsOf(by, currency, onDrill), [by, currency, onDrill]);
  return (
    <DataTable
      tableId="purchase-changes"
      caption={m.purchase_changes_largest()}
      columns={columns}
      rows={changes?.items}
      rowId={({ key }) => key}
      stale={isOld}
      {...(changes && { totals: totalsOf(changes, currency) })}
      empty={<p className={classes.none}>{m.purchase_changes_none()}</p>}
      dense
    />
  );
}

const hasAny = ({ formerAmount, amount }: PurchaseChange) => !isZero(formerAmount) || !isZero(amount);

const newOrGone = (change: PurchaseChange) => formatDecimal(add(change.new, change.gone));

function columnsOf(
  by: ChangedDimension,
  currency: DisplayCurrency,
  onDrill: ChangeTableProps['onDrill'],
): Column<Row>[] {
  const nameOf = (row: Row) => nameIn(by, row);
  const money = { currency, ordersHere: true } as const;
  const signed = { ...money, signed: true } as const;
  return [
    {
      id: 'name',
      header: dimensionWord[by](),
      cell: (row) => (
        <button type="button" className={classes.drill} title={row.key} onClick={() => onDrill({ [by]: [row.key] })}>
          {nameOf(row)}
          {by === 'objectID' && row.name !== '' && <span className={classes.id}>{row.key}</span>}
        </button>
      ),
      compare: byText(nameOf),
      minWidth: 160,
    },
    moneyColumn('difference', m.purchase_change(), (row) => row.difference, { ...signed, phone: 'figure' }),
    moneyColumn('usage', m.purchase_changes_usage(), (row) => row.usage, signed),
    moneyColumn('price', m.purchase_changes_price(), (row) => row.price, signed),
    moneyColumn('discount', m.purchase_changes_discount(), (row) => row.discount, signed),
    moneyColumn('new', m.purchase_changes_new_or_gone(), newOrGone, signed),
    moneyColumn('formerAmount', m.purchase_former(), (row) => row.formerAmount, {
      ...money,
      hidden: true,
    }),
    moneyColumn('amount', m.purchase_changes_now(), (row) => row.amount, { ...money, phone: 'named' }),
  ];
}

function nameIn(by: ChangedDimension, { key, name }: Row): string {
  if (by === 'product') return skuWord(name);
  if (by === 'billingItem') return billingItemWord(name);
  return name || key;
}

const totalsOf = ({ total, others }: Changes, currency: DisplayCurrency) => ({
  name: hasAny(others) ? m.purchase_changes_total_with({ amount: others.differenceFormatted }) : m.ui_total(),
  difference: <MoneyText amount={total.difference} currency={currency} signed />,
  usage: <MoneyText amount={total.usage} currency={currency} signed />,
  price: <MoneyText amount={total.price} currency={currency} signed />,
  discount: <MoneyText amount={total.discount} currency={currency} signed />,
  new: <MoneyText amount={newOrGone(total)} currency={currency} signed />,
  formerAmount: <MoneyText amount={total.formerAmount} currency={currency} />,
  amount: <MoneyText amount={total.amount} currency={currency} />,
});
