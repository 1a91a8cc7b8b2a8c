import type { ExplainedRow } from '@usance/api/billing/explanation';
import type { Contract } from '@usance/api/contract/contract';
import { isZero } from '@usance/money/decimal';
import { formatMoney, formatQuantity } from '@usance/money/display';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import type { Column } from '../../ui/table/column/column.ts';
import { instantColumn, moneyColumn } from '../../ui/table/column/columns.tsx';
import { unitWord } from '../sku/sku-words.ts';
import classes from './explained-columns.module.css';

/** The columns of rated rows with the making of their amounts; figures have all their places. */
export const explainedColumns = (currency: Contract['currency']): Column<ExplainedRow>[] => [
  instantColumn('start', m.explanation_start(), ({ start }) => start),
  {
    id: 'of',
    header: m.explanation_object(),
    cell: ({ datacloudName, objectName }) => (
      <>
        {datacloudName}
        {objectName !== '' && <span className={classes.second}>{objectName}</span>}
      </>
    ),
    phone: 'line',
  },
  {
    id: 'making',
    header: m.explanation_making(),
    cell: (row) => <Making row={row} currency={currency} />,
    wraps: true,
    phone: 'line',
  },
  moneyColumn('amount', m.statement_amount(), ({ amount }) => amount, { currency, places: 12, phone: 'figure' }),
  {
    id: 'batch',
    header: m.explanation_batch(),
    cell: ({ batch }) =>
      batch === null ? (
        '–'
      ) : (
        <>
          <IdText id={batch.id} />
          <span className={classes.second}>
            <InstantText at={batch.acceptedAt} />
          </span>
        </>
      ),
    phone: 'line',
  },
];

/** Quantity × unit price × multiplier, all exact, and below it what is peculiar to the row. */
function Making({ row, currency }: { row: ExplainedRow; currency: Contract['currency'] }) {
  const { consumption, consumptionUnit, unitPrice, zhekou, chargeable, sliceNo, tierMode, rounding } = row;
  const unit = unitWord(consumptionUnit);
  const notes = [
    ...(chargeable ? [] : [m.explanation_free()]),
    ...(tierMode === null || sliceNo === 0 ? [] : [m.explanation_slice({ number: String(sliceNo + 1) })]),
    ...(isZero(rounding) ? [] : [m.explanation_rounded({ rounding: rounding.replace('-', '−') })]),
    ...(row.adjustment ? [m.statement_adjustment()] : []),
  ];
  return (
    <>
      {`${formatQuantity(consumption)} ${unit} × ${exactPrice(unitPrice, currency)} / ${unit} × ${formatQuantity(zhekou)}`}
      {notes.length > 0 && <span className={classes.second}>{notes.join(' · ')}</span>}
    </>
  );
}

/** With all its places, or the factors would not come to the amount. */
function exactPrice(price: string, currency: Contract['currency']): string {
  return formatMoney(price, currency, price.split('.')[1]?.length ?? 0);
}
