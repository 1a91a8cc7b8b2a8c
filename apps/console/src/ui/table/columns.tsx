import type { DisplayCurrency } from '@usance/money/currency';
import { DayText, InstantText } from '../cell/date-text.tsx';
import { IdText } from '../cell/id-text.tsx';
import { LongText } from '../cell/long-text.tsx';
import { MoneyText } from '../cell/money-text.tsx';
import { type Status, StatusTag } from '../cell/status-tag.tsx';
import { byAmount, byText, type Column } from './column.ts';

/** The kinds of columns that every table is made of: each looks, stands and orders alike on all screens. */

interface ColumnOptions<Row>
  extends Pick<Column<Row>, 'sortable' | 'compare' | 'hidden' | 'minWidth' | 'phone' | 'share'> {
  /** The table orders by the column's own value itself; for lists that come whole. */
  ordersHere?: boolean;
}

type Build = <Row>(
  id: string,
  header: string,
  textOf: (row: Row) => string,
  options?: ColumnOptions<Row>,
) => Column<Row>;

export const textColumn: Build = (id, header, textOf, { ordersHere, ...options } = {}) => ({
  id,
  header,
  cell: (row) =>
    options.share === undefined ? <LongText>{textOf(row)}</LongText> : <span title={textOf(row)}>{textOf(row)}</span>,
  ...(ordersHere && { compare: byText(textOf) }),
  ...options,
});

/** An id to compare and copy. */
export const idColumn: Build = (id, header, idOf, options) => ({
  ...textColumn(id, header, idOf, options),
  cell: (row) => <IdText id={idOf(row)} />,
});

/** A moment, RFC 3339. */
export const instantColumn: Build = (id, header, instantOf, options) => ({
  ...textColumn(id, header, instantOf, options),
  cell: (row) => <InstantText at={instantOf(row)} />,
});

/** Of which rows something is due and has not come: their day and their amount look like it. */
interface Due<Row> {
  isOverdue?: (row: Row) => boolean;
}

/** A calendar day of a bill. */
export function dayColumn<Row>(
  id: string,
  header: string,
  dayOf: (row: Row) => string,
  { isOverdue, ...options }: ColumnOptions<Row> & Due<Row> = {},
): Column<Row> {
  return {
    ...textColumn(id, header, dayOf, options),
    cell: (row) => <DayText day={dayOf(row)} isOverdue={isOverdue?.(row) ?? false} />,
  };
}

interface MoneyOptions<Row> extends ColumnOptions<Row>, Due<Row> {
  currency: DisplayCurrency;
  /** 2 for money, 8 for unit prices and usage rows. */
  places?: number;
  /** Says "+" before what came in. */
  signed?: boolean;
}

/** An amount, given as a decimal string; it stands right and is ordered exactly. */
export function moneyColumn<Row>(
  id: string,
  header: string,
  amountOf: (row: Row) => string,
  { currency, places = 2, signed = false, ordersHere, isOverdue, ...options }: MoneyOptions<Row>,
): Column<Row> {
  return {
    id,
    header,
    align: 'end',
    cell: (row) => (
      <MoneyText
        amount={amountOf(row)}
        currency={currency}
        places={places}
        signed={signed}
        isOverdue={isOverdue?.(row) ?? false}
      />
    ),
    ...(ordersHere && { compare: byAmount(amountOf) }),
    ...options,
  };
}

/** A state, as a word, a shape and a colour. */
export function statusColumn<Row>(
  id: string,
  header: string,
  statusOf: (row: Row) => Status,
  options?: Omit<ColumnOptions<Row>, 'ordersHere'>,
): Column<Row> {
  const cell = (row: Row) => {
    const { tone, word } = statusOf(row);
    return <StatusTag tone={tone}>{word}</StatusTag>;
  };
  return { id, header, cell, ...options };
}
