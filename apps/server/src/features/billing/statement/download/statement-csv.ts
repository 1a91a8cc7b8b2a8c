import type { Statement } from '@usance/api/billing/statement';
import { multiplierText, priceText } from '@usance/api/wire';
import type { Language } from '#platform/context/language.ts';
import { spreadsheetText as text } from '#platform/spreadsheet/spreadsheet-text.ts';
import { editionWordIn } from '../../../contract/datacloud/edition-words.ts';
import { statementWordsOf } from './statement-words.ts';

/** Returns the lines with their exact and shown amounts as CSV: RFC 4180, UTF-8 with a byte order mark. */
export function linesCsv(statement: Statement, language: Language): string {
  const w = statementWordsOf(language);
  const head = [
    w.product,
    w.type,
    w.subType,
    w.billingItem,
    w.cloudProvider,
    w.region,
    w.regionName,
    w.edition,
    w.consumption,
    w.unit,
    w.listPrice,
    w.priceUnit,
    w.zhekou,
    w.adjustment,
    w.exactAmount,
    w.amount,
    w.currency,
    w.offer,
  ];
  const rows = statement.statementData.skuAndAmounts.map((line) => [
    text(line.product),
    text(line.type),
    text(line.subType),
    text(line.billingItem),
    text(line.cloudProvider),
    text(line.region),
    text(line.regionName),
    text(editionWordIn(language, line.edition)),
    line.consumption,
    text(line.consumptionUnit),
    priceText(line.listPrice),
    text(line.priceUnit),
    multiplierText(line.zhekou),
    String(line.adjustment),
    line.exactAmount,
    line.amount,
    statement.currency,
    text(line.offerId ?? ''),
  ]);
  return csv([head, ...rows]);
}

/** Returns the products with their shown amounts as CSV. */
export function productsCsv(statement: Statement, language: Language): string {
  const w = statementWordsOf(language);
  const rows = statement.statementData.productAndAmounts.map(({ product, amount }) => [
    text(product),
    amount,
    statement.currency,
  ]);
  return csv([[w.product, w.amount, w.currency], ...rows]);
}

function csv(rows: readonly (readonly string[])[]): string {
  const cell = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
