import { quote } from '../clickhouse/literal.ts';

// All that JavaScript knows as blank: RE2's `\s` is the ASCII ones alone.
const blanks = '\\s\v\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

// A sign by which a formula begins, in full width too, at the beginning of a cell or of a line in it. Programs pass over
// quotes and blanks before it. Read alike by JavaScript and by ClickHouse (RE2), which writes large files itself.
const formula = `(^|\\r?\\n|\\r)(["'${blanks}]*[=+@＝＋＠－-])`;

/** A text that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection). */
export function spreadsheetText(text: string): string {
  return text.replaceAll(new RegExp(formula, 'gu'), "$1'$2");
}

/** The same of a column, as an expression of the usage database. */
export function spreadsheetTextSql(column: string): string {
  return `replaceRegexpAll(${column}, ${quote(formula)}, ${quote("\\1'\\2")})`;
}
