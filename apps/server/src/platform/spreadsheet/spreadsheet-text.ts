import { quote } from '../clickhouse/literal.ts';

// All blanks of JavaScript; RE2's `\s` knows only the ASCII ones.
const blanks = '\\s\v\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

// A sign that begins a formula, in full width too, at the start of a cell or of a line in it. Spreadsheets skip quotes
// and blanks before it. JavaScript and ClickHouse (RE2), which writes large files itself, read it alike.
const formula = `(^|\\r?\\n|\\r)(["'${blanks}]*[=+@＝＋＠－-])`;

/** Puts an apostrophe before a text that a spreadsheet would run as a formula (OWASP, CSV injection). */
export function spreadsheetText(text: string): string {
  return text.replaceAll(new RegExp(formula, 'gu'), "$1'$2");
}

/** Returns the same for a column, as a ClickHouse expression. */
export function spreadsheetTextSql(column: string): string {
  return `replaceRegexpAll(${column}, ${quote(formula)}, ${quote("\\1'\\2")})`;
}
