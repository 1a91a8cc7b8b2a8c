/**
 * Returns the shown rows of a table as tab-separated text for a spreadsheet. A title has the whole value of what is
 * shown shorter: an exact amount, an id. The actions of a row are left out.
 */
export function tableText(table: HTMLTableElement): string {
  const [head, ...body] = [...table.rows].filter((row) => row.querySelector('[data-detail]') === null);
  const cellsOf = (row: HTMLTableRowElement | undefined) => [...(row?.cells ?? [])];
  const texts = [head, ...body].map((row) => cellsOf(row).map((cell) => spreadsheetCell(textOf(cell))));
  return texts.map((cells) => cells.filter((_, at) => texts[0]?.[at] !== '').join('\t')).join('\n');
}

function textOf(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? '';
  if (node.matches('[data-screen-only], [role=group], [aria-hidden=true], svg')) return '';
  const title = node.getAttribute('title');
  return title ?? [...node.childNodes].map(textOf).join(' ');
}

// Spreadsheets skip quotes and blanks before the sign of a formula (OWASP, CSV injection).
const formula = /^(?!-?\d[\d.]*$)(?=["'\s]*[=+@＝＋＠－-])/u;

function spreadsheetCell(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().replace(formula, "'");
}
