import { Readable } from 'node:stream';
import type { focusExports } from '@usance/api/billing/focus-export';
import type { ParsedQuery } from '@usance/api/call';
import type { ReadContext } from '#platform/context/context.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { spreadsheetText as text } from '#platform/spreadsheet/spreadsheet-text.ts';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';
import { type CostColumn, costColumns } from './focus-columns.ts';
import { type Cells, csvLine, focusInstant, headLine } from './focus-csv.ts';
import { fileNameOf } from './focus-file-name.ts';
import { type FocusMonth, type FocusMonths, readFocusMonths } from './focus-months.ts';
import { billingService } from './focus-words.ts';
import { chargesOf, type InvoiceCharge } from './invoice-charges.ts';
import { sellerOf } from './seller.ts';
import { usageStatements } from './usage-sql.ts';

type Query = ParsedQuery<typeof focusExports.costAndUsage>;
export type FocusContext = PurchaseContext & Pick<ReadContext, 'tradeDefaults'>;

/**
 * Streams the charges of billing months: the rated rows of each month, and what its invoice adds to them. The sum of
 * BilledCost of an invoice is its payable amount. Any size takes the memory of one block.
 */
export async function exportCostAndUsage(ctx: FocusContext, { query }: { query: Query }): Promise<FileReply> {
  const blocks = blocksOf(ctx, await readFocusMonths(ctx, query), query);
  // Waits for the first rows: until then the reply can still be a refusal.
  const first = await blocks.next();
  const content = withHead(headLine(costColumns[query.version]), first, blocks);
  return new FileReply(
    fileNameOf(ctx.contract, 'cost-and-usage', query),
    Readable.from(content, { objectMode: false }),
  );
}

type Block = Buffer | string;

async function* withHead(head: string, first: IteratorResult<Block>, others: AsyncGenerator<Block>) {
  yield head;
  if (first.done) return;
  yield first.value;
  yield* others;
}

async function* blocksOf(
  ctx: FocusContext,
  { months, marketplaces }: FocusMonths,
  { version }: Query,
): AsyncGenerator<Block, undefined> {
  const seller = sellerOf(ctx);
  for (const month of months) {
    const charges = await chargesOf(ctx, month, marketplaces);
    if (month.runs.length > 0) {
      const statements = await usageStatements(ctx, month, { version, seller, marketplaces });
      for (const { sql, params } of statements) yield* await ctx.clickhouse.stream(sql, params, 'CSV');
    }
    const common = cellsOfMonth(ctx.contract, month, seller);
    for (const charge of charges) yield csvLine(costColumns[version], { ...common, ...cellsOfCharge(charge) });
  }
}

function cellsOfMonth(
  { id, tags, currency }: FocusContext['contract'],
  { cycle, invoice }: FocusMonth,
  seller: string,
) {
  const [start, end] = [focusInstant(cycle.start), focusInstant(cycle.end)];
  return {
    BillingAccountId: id,
    BillingAccountName: text(tags),
    BillingAccountType: 'Contract',
    BillingCurrency: currency,
    BillingPeriodStart: start,
    BillingPeriodEnd: end,
    ChargePeriodStart: start,
    ChargePeriodEnd: end,
    InvoiceId: invoice?.statement.id ?? '',
    InvoiceIssuerName: seller,
    PricingCurrency: currency,
    ProviderName: seller,
    PublisherName: seller,
    ServiceProviderName: seller,
  } satisfies Cells<CostColumn>;
}

/** A charge that is not the price of anything has the same cost by every measure. */
function cellsOfCharge({ category, description, detailId, amount }: InvoiceCharge): Cells<CostColumn> {
  return {
    ...billingService,
    BilledCost: amount,
    ChargeCategory: category,
    ChargeDescription: description,
    ChargeFrequency: 'One-Time',
    ContractedCost: amount,
    EffectiveCost: amount,
    InvoiceDetailId: detailId,
    ListCost: amount,
    PricingCurrencyEffectiveCost: amount,
  };
}
