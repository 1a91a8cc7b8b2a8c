import { compare } from '@usance/money/decimal';
import type { ReactNode } from 'react';

/**
 * `figure` ends the first line; up to two `below` fill the second, and one `end` ends it; each `line` has its own line.
 * `menu` begins the third line.
 *
 * A `named` cell has its own line after its heading. A column without a place is shown there while rows are sorted by it.
 */
export type PhonePlace = 'figure' | 'below' | 'end' | 'line' | 'menu' | 'named';

/** One column of a DataTable, in the words of its screen. */
export interface Column<Row> {
  /**
   * Part of the URL and of saved preferences: keep it when the label changes. For server sorting it is the `orderBy`
   * word.
   */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Money and other figures align right. */
  align?: 'start' | 'end';
  /** True if the server can sort by it. */
  sortable?: boolean;
  /** Sorts the table in the browser, for lists that load completely. */
  compare?: (left: Row, right: Row) => number;
  /** True if hidden by default. */
  hidden?: boolean;
  /** Its place in a phone's row of two lines, after the first column; without one, it is hidden there unless rows are sorted by it. */
  phone?: PhonePlace;
  /** The minimum width in pixels. */
  minWidth?: number;
  /**
   * Its share of the table's width in per cent, less if space is short. Its cell is cut, with the full text as title,
   * unless it wraps.
   */
  share?: number;
  /** True if its words may wrap where the table would not fit otherwise. */
  wraps?: boolean;
  /** True if it stays in sight at the right edge of a table that scrolls, as actions do. */
  stays?: boolean;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** Sorts decimal strings exactly, at any length. */
export function byAmount<Row>(amountOf: (row: Row) => string): (left: Row, right: Row) => number {
  return (left, right) => compare(amountOf(left), amountOf(right));
}

/** Sorts names as people do: "dc 2" before "dc 10". ISO days, months and instants sort correctly too. */
export function byText<Row>(textOf: (row: Row) => string): (left: Row, right: Row) => number {
  return (left, right) => collator.compare(textOf(left), textOf(right));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
