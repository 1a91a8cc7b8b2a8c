import type { ComparedAmounts, OfferComparison } from '@usance/api/sale/offer-comparison';
import { formatDecimal, isNegative, isZero, negate } from '@usance/money/decimal';
import { useEffect, useMemo, useRef } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { byText, type Column } from '../../ui/table/column/column.ts';
import { moneyColumn, textColumn } from '../../ui/table/column/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { skuWord } from '../sku/sku-words.ts';
import classes from './offer-comparison.module.css';

type Currency = OfferComparison['currency'];
type Month = OfferComparison['months'][number];
type Product = OfferComparison['products'][number];

/** Shows the rated amounts beside those under the offer: in total, by month and by product. */
export function ComparisonResult({ comparison }: { comparison: OfferComparison }) {
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => result.current?.focus({ preventScroll: true }), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field set: figures and tables that belong together
    <div ref={result} tabIndex={-1} className={classes.result} role="group" aria-label={m.offer_comparison_title()}>
      {comparison.products.length === 0 ? <p>{m.offer_comparison_none()}</p> : <Compared comparison={comparison} />}
    </div>
  );
}

function Compared({ comparison }: { comparison: OfferComparison }) {
  const { currency, months, products } = comparison;
  const monthColumns = useMemo(() => monthColumnsOf(currency), [currency]);
  const productColumns = useMemo(() => productColumnsOf(currency), [currency]);
  return (
    <>
      {months.some(({ waitsForRating }) => waitsForRating) && <p>{m.offer_comparison_waits()}</p>}
      <Sums comparison={comparison} />
      <div>
        <h3 className={classes.by}>{m.offer_comparison_by_month()}</h3>
        <DataTable
          tableId="offer-comparison-month"
          caption={m.offer_comparison_by_month()}
          columns={monthColumns}
          rows={months}
          rowId={({ month }) => month}
          sort={{ id: 'month', desc: false }}
          totals={{ month: m.ui_total(), ...totalsOf(comparison, currency) }}
          empty={null}
          dense
        />
      </div>
      <div>
        <h3 className={classes.by}>{m.offer_comparison_by_product()}</h3>
        <DataTable
          tableId="offer-comparison-product"
          caption={m.offer_comparison_by_product()}
          columns={productColumns}
          rows={products}
          rowId={({ product }) => product}
          sort={{ id: 'amount', desc: true }}
          totals={{ product: m.ui_total(), ...totalsOf(comparison, currency) }}
          empty={null}
          dense
        />
      </div>
    </>
  );
}

/** The difference is the offer's amount less the rated one: below zero the buyer would have saved it. */
function Sums({ comparison: { currency, amount, offerAmount, difference } }: { comparison: OfferComparison }) {
  const isSame = isZero(difference);
  const isCheaper = isNegative(difference);
  return (
    <FigureRow>
      <FigureCard
        size="main"
        label={isSame ? m.offer_comparison_same() : isCheaper ? m.offer_comparison_saved() : m.offer_comparison_more()}
        tone={isSame ? undefined : isCheaper ? 'good' : 'bad'}
        figure={<MoneyText amount={isCheaper ? formatDecimal(negate(difference)) : difference} currency={currency} />}
      />
      <FigureCard label={m.offer_comparison_rated()} figure={<MoneyText amount={amount} currency={currency} />} />
      <FigureCard
        label={m.offer_comparison_offered()}
        figure={<MoneyText amount={offerAmount} currency={currency} />}
      />
    </FigureRow>
  );
}

const monthColumnsOf = (currency: Currency): Column<Month>[] => [
  textColumn('month', m.offer_comparison_month(), monthName, { compare: byText(({ month }) => month) }),
  ...amountColumnsOf<Month>(currency),
];

const productColumnsOf = (currency: Currency): Column<Product>[] => [
  textColumn('product', m.offer_comparison_product(), ({ product }) => skuWord(product), { ordersHere: true }),
  ...amountColumnsOf<Product>(currency),
];

function amountColumnsOf<Row extends ComparedAmounts>(currency: Currency): Column<Row>[] {
  const money = { currency, ordersHere: true } as const;
  return [
    moneyColumn('amount', m.offer_comparison_rated(), (row) => row.amount, { ...money, phone: 'below' }),
    moneyColumn('offerAmount', m.offer_comparison_offered(), (row) => row.offerAmount, { ...money, phone: 'end' }),
    moneyColumn('difference', m.offer_comparison_difference(), (row) => row.difference, {
      ...money,
      signed: true,
      phone: 'figure',
    }),
  ];
}

const totalsOf = ({ amount, offerAmount, difference }: ComparedAmounts, currency: Currency) => ({
  amount: <MoneyText amount={amount} currency={currency} />,
  offerAmount: <MoneyText amount={offerAmount} currency={currency} />,
  difference: <MoneyText amount={difference} currency={currency} signed />,
});

function monthName({ month, isRunning }: Month): string {
  const name = formatMonth(month);
  return isRunning ? m.ui_point_so_far({ point: name }) : name;
}
