import type { Statement, StatementLine, StatementSummary } from '@usance/api/billing/statement';
import type { Currency } from '@usance/money/currency';
import { formatDecimal } from '@usance/money/decimal';
import { formatRate, withFormatted } from '@usance/money/display';
import { firstDayOf, lastDayOf, parseBillingMonth } from '@usance/period/billing-month';
import { regionNameOf } from '../../../contract/region/region.ts';
import { dimensionsOf } from '../../../metering/sku/sku.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import type { StatementLineRow, StatementRow } from '../../statement-record/statement.queries.ts';
import { isOverdue } from '../../statement-record/statement-state.ts';
import { quotedQuantity } from './quoted-quantity.ts';
import type { Reader } from './reader.ts';
import { productAmounts, type ShownLine } from './statement-amounts.ts';

/** The wire form of a statement without its lines, as of `now`. */
export function summaryOf(row: StatementRow, reader: Reader, now: Date): StatementSummary {
  const month = parseBillingMonth(row.month);
  return {
    id: row.id,
    contractId: row.contract_id,
    contractName: row.contract_name,
    customerName: row.customer_name,
    currency: row.currency,
    month,
    start: row.start_at.toISOString(),
    end: row.end_at.toISOString(),
    cycleStart: firstDayOf(month),
    cycleEnd: lastDayOf(month),
    statementDate: row.statement_on,
    dueDate: row.due_on,
    signedAt: row.signed_at.toISOString(),
    ...withFormatted(
      {
        amount: row.amount,
        marketplaceMetered: row.marketplace_metered,
        voucherDeducted: row.voucher_deducted,
        creditApplied: row.credit_applied,
        payableAmount: row.payable,
        cashDeducted: row.cash_deducted,
        creditDeducted: row.credit_deducted,
        undeductedAmount: row.undeducted,
        credited: row.credited,
      },
      row.currency,
    ),
    confirmState: row.confirm_state,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    deductState: row.deduct_state,
    overdue: isOverdue(row, now),
    ...(reader.isInternal && row.review_reason !== null ? { reviewReason: row.review_reason } : {}),
    ...disputeOf(row),
    permissions: {
      canConfirm: reader.mayConfirm && row.confirm_state === 'unconfirmed',
      canDownload: row.confirm_state === 'confirmed',
    },
  };
}

/** The dispute of a customer, open or decided; only the back office reads the reason of a safety limit. */
function disputeOf(row: StatementRow) {
  const { disputed_at: at, disputed_by: by, review_reason: reason, decided_dispute: decided } = row;
  if (at !== null && by !== null && reason !== null) return { dispute: { at: at.toISOString(), by, reason } };
  return decided === null ? {} : { dispute: decided };
}

/** The wire form of a statement with its lines. */
export function statementOf(
  row: StatementRow,
  lines: readonly StatementLineRow[],
  reader: Reader,
  now: Date,
): Statement {
  const summary = summaryOf(row, reader, now);
  const skuAndAmounts = lines.map((line) => lineOf(shownLineOf(line), row.currency, line.line_no));
  return {
    ...summary,
    digest: row.digest,
    statementData: {
      amountFormatted: summary.amountFormatted,
      voucherDeductedAmountFormatted: summary.voucherDeductedFormatted,
      payableAmountFormatted: summary.payableAmountFormatted,
      skuAndAmounts,
      productAndAmounts: productAmounts(skuAndAmounts).map(({ product, amount }) => ({
        product,
        ...withFormatted({ amount }, row.currency),
      })),
    },
  };
}

/** The wire form of one line. */
export function lineOf(line: ShownLine<MonthLine>, currency: Currency, lineNo: number): StatementLine {
  const quoted = quotedQuantity(line);
  return {
    lineNo,
    product: line.product,
    type: line.type,
    subType: line.subType,
    billingItem: line.billingItem,
    cloudProvider: line.cloudProvider,
    region: line.region,
    regionName: regionNameOf(line.cloudProvider, line.region),
    edition: line.edition,
    consumption: plain(line.consumption),
    consumptionUnit: line.consumptionUnit,
    ...(quoted === undefined ? {} : { quotedConsumptionFormatted: quoted }),
    ...withFormatted({ listPrice: plain(line.listPrice) }, currency, 8),
    priceUnit: line.priceUnit,
    zhekou: plain(line.discount),
    zhekouFormatted: formatRate(line.discount),
    offerId: line.offerId ?? null,
    adjustment: line.adjustment,
    exactAmount: formatDecimal(line.amount, 12),
    ...withFormatted({ amount: line.shownAmount }, currency),
  };
}

/** Converts a stored line to its form at signing. */
export function shownLineOf(row: StatementLineRow): ShownLine<MonthLine> {
  return {
    ...dimensionsOf(row),
    consumption: row.consumption,
    consumptionUnit: row.consumption_unit,
    listPrice: row.list_price,
    priceUnit: row.price_unit,
    discount: row.zhekou,
    ...(row.offer_id === null ? {} : { offerId: row.offer_id }),
    adjustment: row.adjustment,
    rows: BigInt(row.row_count),
    amount: row.exact_amount,
    shownAmount: row.amount,
  };
}

/** Removes trailing zeros, which only one of the engines writes. */
function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
