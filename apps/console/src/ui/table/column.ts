import { compare } from '@usance/money/decimal';
import type { ReactNode } from 'react';

/** `figure` closes the first line; at most two `below` fill the second, and one `end` closes it; each `line` has its own. */
export type PhonePlace = 'figure' | 'below' | 'end' | 'line';

/** One column of a DataTable, in the words of its screen. */
export interface Column<Row> {
  /** Stands in the URL and in saved preferences: keep it when the label changes. For server sorting it is the `orderBy` word. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Money and other figures stand right. */
  align?: 'start' | 'end';
  /** The server can order by it. */
  sortable?: boolean;
  /** The table orders by it itself; for lists that come whole. */
  compare?: (left: Row, right: Row) => number;
  /** Not shown until a person asks for it. */
  hidden?: boolean;
  /** Where it stands in a phone's row of two lines, beside the first column, which opens it; left out, it is not shown there. */
  phone?: PhonePlace;
  /** Keeps this many pixels even when others need the room. */
  minWidth?: number;
  /** Takes this percentage of the table, less where others need the room, and is cut there: its cell has the whole as title. */
  share?: number;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** Orders decimal strings exactly, however long they are. */
export function byAmount<Row>(amountOf: (row: Row) => string): (left: Row, right: Row) => number {
  return (left, right) => compare(amountOf(left), amountOf(right));
}

/** Orders names as people do: "dc 2" before "dc 10". ISO days, months and instants sort rightly too. */
export function byText<Row>(textOf: (row: Row) => string): (left: Row, right: Row) => number {
  return (left, right) => collator.compare(textOf(left), textOf(right));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
