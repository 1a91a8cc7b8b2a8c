import { quote } from '../clickhouse/literal.ts';

// A sign by which a formula begins, in full width too, at the beginning of a cell or of a line in it. Programs pass over
// quotes and blanks before it. Read alike by JavaScript and by ClickHouse (RE2), which writes large files itself.
const formula = '(^|\\r?\\n|\\r)(["\'\\s\u00a0\u3000\ufeff]*[=+@＝＋＠－-])';

/** A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection). */
export function spreadsheetText(text: string): string {
  return text.replaceAll(new RegExp(formula, 'gu'), "$1'$2");
}

/** The same of a column, as an expression of the usage database. */
export function spreadsheetTextSql(column: string): string {
  return `replaceRegexpAll(${column}, ${quote(formula)}, ${quote("\\1'\\2")})`;
}
