import type { Statement, StatementLine } from '@usance/api/billing/statement';
import { billingItemWordIn, skuWordIn, unitWordIn } from '@usance/api/metering/sku-words';
import { isZero } from '@usance/money/decimal';
import { formatQuantity, formatReduction } from '@usance/money/display';
import type { Language } from '#platform/context/language.ts';
import { statementWordsOf } from './statement-words.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** Returns what a statement says in a reader's language, for its page and its PDF. */
export function statementContent(statement: Statement, language: Language) {
  const w = statementWordsOf(language);
  const { skuAndAmounts, productAndAmounts } = statement.statementData;
  const sku = (name: string) => skuWordIn(language, name);
  const facts: Pairs = [
    [w.customer, statement.customerName],
    [w.contract, `${statement.contractName} (${statement.contractId})`],
    [w.cycle, `${statement.cycleStart} – ${statement.cycleEnd}`],
    [w.statementDate, statement.statementDate],
    [w.dueDate, statement.dueDate],
  ];
  return {
    title: `${w.statement} ${statement.month}`,
    facts,
    amounts: amountsOf(statement, w),
    products: productAndAmounts.map(({ product, amountFormatted }) => [sku(product), amountFormatted]),
    lineHeads: [w.product, w.type, w.billingItem, w.region, w.consumption, w.listPrice, w.zhekou, w.amount],
    lines: skuAndAmounts.map((line) => [
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
    ]),
  };
}

function amountsOf(statement: Statement, w: ReturnType<typeof statementWordsOf>): Pairs {
  return [
    [w.consumed, statement.amountFormatted],
    ...(isZero(statement.marketplaceMetered) ? [] : [[w.marketplace, statement.marketplaceMeteredFormatted] as const]),
    [w.vouchers, statement.voucherDeductedFormatted],
    [w.credit, statement.creditAppliedFormatted],
    [w.payable, statement.payableAmountFormatted],
    [w.deducted, statement.cashDeductedFormatted],
    ...(isZero(statement.creditDeducted) ? [] : [[w.creditDeducted, statement.creditDeductedFormatted] as const]),
    [w.undeducted, statement.undeductedAmountFormatted],
    [w.credited, statement.creditedFormatted],
  ];
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
