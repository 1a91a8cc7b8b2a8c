import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { saveAs } from '../../../api/download.ts';
import * as m from '../../../i18n/messages.gen.ts';

export interface TakenTable {
  table: RefObject<HTMLTableElement | null>;
  /** Shows every row that the table holds, or its page again. */
  showAll: (isAll: boolean) => void;
  /** True if the table does not hold all rows, so that its total is not their sum. */
  isPart: boolean;
}

/** Returns the rows of a table as tab-separated text for a spreadsheet. */
export function tabbedText(taken: TakenTable): string {
  return linesOf(taken)
    .map((cells) => cells.join('\t'))
    .join('\n');
}

/** Saves the rows of a table as a CSV file (RFC 4180), with the mark by which Excel knows UTF-8. */
export function saveCsv(taken: TakenTable, name: string): void {
  const lines = linesOf(taken).map((cells) => `${cells.map(quoted).join(',')}\r\n`);
  saveAs(new Blob(['\ufeff', ...lines], { type: 'text/csv' }), `${name}.csv`);
}

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function linesOf({ table, showAll, isPart }: TakenTable): string[][] {
  flushSync(() => showAll(true));
  const lines = [...(table.current?.rows ?? [])]
    .filter((row) => row.querySelector('[data-detail]') === null)
    .filter((row) => !(isPart && row.closest('tfoot')));
  const texts = withCurrency(lines);
  flushSync(() => showAll(false));
  return texts;
}

/** Adds a column for the currency of each line, because its amounts are plain numbers. */
function withCurrency(lines: HTMLTableRowElement[]): string[][] {
  const texts = cellsOf(lines);
  const currencies = lines.map((line) => line.querySelector('[data-currency]')?.getAttribute('data-currency') ?? '');
  if (currencies.every((currency) => currency === '')) return texts;
  return texts.map((cells, at) => [...cells, at === 0 ? m.ui_table_currency() : (currencies[at] ?? '')]);
}

/** Returns the texts below headings, without the actions of a row. */
function cellsOf(lines: HTMLTableRowElement[]): string[][] {
  const texts = lines.map(({ cells }) => [...cells].map((cell) => spreadsheetCell(textIn(cell))));
  return texts.map((cells) => cells.filter((_, at) => texts[0]?.[at] !== ''));
}

const textIn = (element: Element): string => [...element.childNodes].map(textOf).join(' ');

/**
 * Returns what the screen says, but whole where it is shown shorter. Words beside a figure are left out, so that it is a
 * number. Cells that a phone hides are taken nevertheless, and so are marked parts of cells.
 */
function textOf(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? '';
  if (node.matches('[data-screen-only], [data-not-taken], [role=group], [aria-hidden=true], svg')) return '';
  if (getComputedStyle(node).display === 'none' && !node.matches('[data-taken]')) return '';
  return node.matches('[data-whole]') ? (node.getAttribute('title') ?? '') : textIn(node);
}

// Spreadsheets skip quotes and blanks before the sign of a formula (OWASP, CSV injection).
const formula = /^(?!-?\d[\d.]*$)(?=["'\s]*[=+@＝＋＠－-])/u;

function spreadsheetCell(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().replace(formula, "'");
}
