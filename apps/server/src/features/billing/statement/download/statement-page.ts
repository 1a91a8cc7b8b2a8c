import type { Statement, StatementLine } from '@usance/api/billing/statement';
import { billingItemWordIn, skuWordIn, unitWordIn } from '@usance/api/metering/sku-words';
import { isZero } from '@usance/money/decimal';
import { formatQuantity, formatReduction } from '@usance/money/display';
import type { Language } from '#platform/context/language.ts';
import { statementWordsOf } from './statement-words.ts';

/** Returns a statement as a self-contained page that loads and runs nothing. */
export function statementPage(statement: Statement, language: Language): string {
  const w = statementWordsOf(language);
  const title = `${w.statement} ${statement.month}`;
  const { skuAndAmounts, productAndAmounts } = statement.statementData;
  const facts = [
    [w.customer, statement.customerName],
    [w.contract, `${statement.contractName} (${statement.contractId})`],
    [w.cycle, `${statement.cycleStart} – ${statement.cycleEnd}`],
    [w.statementDate, statement.statementDate],
    [w.dueDate, statement.dueDate],
  ];
  const amounts = [
    [w.consumed, statement.amountFormatted],
    ...(isZero(statement.marketplaceMetered) ? [] : [[w.marketplace, statement.marketplaceMeteredFormatted]]),
    [w.vouchers, statement.voucherDeductedFormatted],
    [w.credit, statement.creditAppliedFormatted],
    [w.payable, statement.payableAmountFormatted],
    [w.deducted, statement.cashDeductedFormatted],
    ...(isZero(statement.creditDeducted) ? [] : [[w.creditDeducted, statement.creditDeductedFormatted]]),
    [w.undeducted, statement.undeductedAmountFormatted],
    [w.credited, statement.creditedFormatted],
  ];
  const sku = (name: string) => skuWordIn(language, name);
  const products = productAndAmounts.map(({ product, amountFormatted }) => [sku(product), amountFormatted]);
  const lines = skuAndAmounts.map((line) => [
    sku(line.product),
    [line.type, line.subType]
      .filter((part) => part !== '')
      .map(sku)
      .join(' / '),
    [billingItemWordIn(language, line.billingItem), ...notesOf(line, w)].join(' '),
    `${w.clouds[line.cloudProvider] ?? line.cloudProvider} ${line.regionName}`,
    quantityOf(line, language),
    `${line.listPriceFormatted} ${unitWordIn(language, line.priceUnit)}`,
    formatReduction(line.zhekou) === undefined ? line.zhekouFormatted : `${w.pay} ${line.zhekouFormatted}`,
    line.amountFormatted,
  ]);
  const lineHeads = [w.product, w.type, w.billingItem, w.region, w.consumption, w.listPrice, w.zhekou, w.amount];
  return `<!doctype html>
<html lang="${w.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${definitions(facts)}
${definitions(amounts)}
<h2>${escapeHtml(w.products)}</h2>
${table([w.product, w.amount], products, [w.total, statement.amountFormatted])}
<h2>${escapeHtml(w.lines)}</h2>
${table(lineHeads, lines, [w.total, '', '', '', '', '', '', statement.amountFormatted])}
<p class="digest">${escapeHtml(statement.id)} · ${escapeHtml(w.digest)}: ${escapeHtml(statement.digest)}</p>
</body>
</html>
`;
}

/** Returns the notes on a line's price: it is for an earlier month, or from an offer. */
function notesOf({ adjustment, offerId }: StatementLine, w: ReturnType<typeof statementWordsOf>): string[] {
  return [...(adjustment ? [`(${w.adjustment})`] : []), ...(offerId === null ? [] : [`(${w.offer} ${offerId})`])];
}

/** Formats a quantity, also in the unit of its price: "72,000 GB-hour = 100 GB-month". */
function quantityOf(
  { consumption, consumptionUnit, quotedConsumptionFormatted }: StatementLine,
  language: Language,
): string {
  const metered = `${formatQuantity(consumption)} ${unitWordIn(language, consumptionUnit)}`;
  return quotedConsumptionFormatted === undefined
    ? metered
    : `${metered} ${unitWordIn(language, quotedConsumptionFormatted)}`;
}

function definitions(pairs: readonly (readonly string[])[]): string {
  const items = pairs.map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[], foot: readonly string[]): string {
  const row = (tag: 'td' | 'th', cells: readonly string[]) =>
    `<tr>${cells.map((value) => `<${tag}>${escapeHtml(value)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row('td', cells)).join('\n');
  return `<table>
<thead>${row('th', heads)}</thead>
<tbody>
${body}
</tbody>
<tfoot>${row('td', foot)}</tfoot>
</table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
body { font: 13px/1.5 system-ui, sans-serif; color: #1a1d21; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.1rem; margin-top: 2rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem } dt { color: #5b6470 } dd { margin: 0 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid #dfe3e8 }
th:last-child, td:last-child { text-align: right; white-space: nowrap } td { font-variant-numeric: tabular-nums }
tfoot td { font-weight: 600 } .digest { color: #5b6470; font-size: .8rem; overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none } tr { break-inside: avoid } thead { display: table-header-group } }
`;
