import { Readable } from 'node:stream';
import type { focusExports } from '@usance/api/billing/focus-export';
import type { ParsedQuery } from '@usance/api/call';
import { sum } from '@usance/money/decimal';
import { parseDay, startOfDay } from '@usance/period/day';
import { billingZoneOf } from '@usance/period/zone';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { spreadsheetText as text } from '#platform/spreadsheet/spreadsheet-text.ts';
import type { FocusContext } from './export-cost-and-usage.ts';
import { invoiceDetailColumns } from './focus-columns.ts';
import { type Cells, csvLine, focusInstant, headLine } from './focus-csv.ts';
import { fileNameOf } from './focus-file-name.ts';
import { type FocusMonth, type FocusMonths, type Invoice, readFocusMonths } from './focus-months.ts';
import { chargesBeyond, detailIdOf } from './invoice-charges.ts';
import { type OwnAmount, ownAmounts } from './own-amounts.ts';
import { sellerOf } from './seller.ts';

type Query = ParsedQuery<typeof focusExports.invoiceDetails>;
type DetailCells = Cells<(typeof invoiceDetailColumns)[number]>;

/**
 * Exports the lines of signed statements: the usage of each product, the late usage apart, and what is not usage. Each
 * line is the exact sum of its rows in Cost and Usage.
 */
export async function exportInvoiceDetails(ctx: FocusContext, { query }: { query: Query }): Promise<FileReply> {
  const lines: string[] = [];
  for await (const cells of detailsOf(ctx, await readFocusMonths(ctx, query)))
    lines.push(csvLine(invoiceDetailColumns, cells));
  const content = Readable.from([headLine(invoiceDetailColumns), ...lines], { objectMode: false });
  return new FileReply(fileNameOf(ctx.contract, 'invoice-detail', query), content);
}

async function* detailsOf(ctx: FocusContext, { months, marketplaces }: FocusMonths): AsyncGenerator<DetailCells> {
  const seller = sellerOf(ctx);
  for (const month of months) {
    const { invoice } = month;
    if (invoice === undefined) continue;
    const common = cellsOfInvoice(ctx.contract, month, invoice, seller);
    const own = await ownAmounts(ctx, month, invoice, marketplaces);
    for (const amount of own) yield { ...common, ...cellsOfUsage(invoice, amount) };
    for (const charge of chargesBeyond(invoice, sum(own.map(({ amount }) => amount))))
      yield {
        ...common,
        BilledCost: charge.amount,
        ChargeCategory: charge.category,
        InvoiceDetailDescription: charge.description,
        InvoiceDetailId: charge.detailId,
      };
  }
}

function cellsOfInvoice(
  contract: FocusContext['contract'],
  { cycle }: FocusMonth,
  { statement }: Invoice,
  seller: string,
): DetailCells {
  const signedAt = focusInstant(statement.signed_at);
  return {
    BillingAccountId: contract.id,
    BillingCurrency: contract.currency,
    BillingPeriodStart: focusInstant(cycle.start),
    BillingPeriodEnd: focusInstant(cycle.end),
    InvoiceDetailCreated: signedAt,
    InvoiceDetailLastUpdated: signedAt,
    InvoiceId: statement.id,
    InvoiceIssueDate: signedAt,
    InvoiceIssueStatus: 'Issued',
    InvoiceIssuerName: seller,
    PaymentDueDate: focusInstant(startOfDay(parseDay(statement.due_on), billingZoneOf(contract.currency))),
    PaymentTerms: 'Deducted from the balance on the due date',
    ReferenceInvoiceId: statement.id,
  };
}

function cellsOfUsage({ statement }: Invoice, { product, isCorrection, amount }: OwnAmount): DetailCells {
  return {
    BilledCost: amount,
    ChargeCategory: 'Usage',
    InvoiceDetailDescription: text(isCorrection ? `${product}, usage of earlier months` : product),
    InvoiceDetailGrain: JSON.stringify({
      ServiceName: text(product),
      ...(isCorrection ? { x_ChargeClass: 'Correction' } : {}),
    }),
    InvoiceDetailId: detailIdOf(statement.id, isCorrection ? 'Correction' : 'Usage', product),
  };
}
