import type { DisplayCurrency } from '@usance/money/currency';
import { DayText, InstantText } from '../../cell/date-text.tsx';
import { IdText } from '../../cell/id-text.tsx';
import { LongText } from '../../cell/long-text.tsx';
import { MoneyText } from '../../cell/money-text.tsx';
import { type Status, StatusTag } from '../../cell/status-tag.tsx';
import { byAmount, byText, type Column } from './column.ts';

/** The kinds of columns of every table, with the same look, alignment and order on all screens. */

interface ColumnOptions<Row>
  extends Pick<Column<Row>, 'sortable' | 'compare' | 'hidden' | 'minWidth' | 'phone' | 'share' | 'wraps'> {
  /** True to sort by the column's own value in the browser, for lists that load completely. */
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

/** A column of ids to compare and copy. */
export const idColumn: Build = (id, header, idOf, options) => ({
  ...textColumn(id, header, idOf, options),
  cell: (row) => <IdText id={idOf(row)} />,
});

/** A column of RFC 3339 instants. */
export const instantColumn: Build = (id, header, instantOf, options) => ({
  ...textColumn(id, header, instantOf, options),
  cell: (row) => <InstantText at={instantOf(row)} />,
});

/** True for overdue rows, whose day and amount are marked. */
interface Due<Row> {
  isOverdue?: (row: Row) => boolean;
}

/** A column of calendar days of bills. */
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
  /** True to write "+" before income. */
  signed?: boolean;
}

/** A column of amounts as decimal strings, right-aligned and sorted exactly. */
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

/** A column of states, each as a word, a shape and a colour. */
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
