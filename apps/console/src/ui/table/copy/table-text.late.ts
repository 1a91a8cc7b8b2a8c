import { saveAs } from '../../../api/download.ts';

/** Returns the shown rows of a table as tab-separated text for a spreadsheet. */
export function tabbedText(table: HTMLTableElement): string {
  return cellsOf(table)
    .map((cells) => cells.join('\t'))
    .join('\n');
}

/** Saves the shown rows of a table as a CSV file (RFC 4180), with the mark by which Excel knows UTF-8. */
export function saveCsv(table: HTMLTableElement, name: string): void {
  const lines = cellsOf(table).map((cells) => `${cells.map(quoted).join(',')}\r\n`);
  saveAs(new Blob(['\ufeff', ...lines], { type: 'text/csv' }), `${name}.csv`);
}

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Returns the cells of the shown rows. A title has the whole value of what is shown shorter: an exact amount, an id. The
 * actions of a row are left out, and what stands beside a figure, so that it is a number.
 */
function cellsOf(table: HTMLTableElement): string[][] {
  const [head, ...body] = [...table.rows].filter((row) => row.querySelector('[data-detail]') === null);
  const texts = [head, ...body].map((row) => [...(row?.cells ?? [])].map((cell) => spreadsheetCell(textOf(cell))));
  return texts.map((cells) => cells.filter((_, at) => texts[0]?.[at] !== ''));
}

function textOf(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? '';
  if (node.matches('[data-screen-only], [data-not-taken], [role=group], [aria-hidden=true], svg')) return '';
  const title = node.getAttribute('title');
  return title ?? [...node.childNodes].map(textOf).join(' ');
}

// Spreadsheets skip quotes and blanks before the sign of a formula (OWASP, CSV injection).
const formula = /^(?!-?\d[\d.]*$)(?=["'\s]*[=+@＝＋＠－-])/u;

function spreadsheetCell(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().replace(formula, "'");
}
