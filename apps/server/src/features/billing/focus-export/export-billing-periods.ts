import { Readable } from 'node:stream';
import type { focusExports } from '@usance/api/billing/focus-export';
import type { ParsedQuery } from '@usance/api/call';
import type { ReadContext } from '#platform/context/context.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import type { FocusContext } from './export-cost-and-usage.ts';
import { billingPeriodColumns } from './focus-columns.ts';
import { csvLine, focusInstant, headLine } from './focus-csv.ts';
import { fileNameOf } from './focus-file-name.ts';
import { readFocusMonths } from './focus-months.ts';
import { marketplacesIn } from './marketplace-hours.ts';
import { sellerOf } from './seller.ts';

type Query = ParsedQuery<typeof focusExports.billingPeriods>;
type Context = Omit<FocusContext, 'clickhouse'> & Pick<ReadContext, 'now'>;

/** Exports the billing months, one row for each company that bills some of it. A month is closed once it is signed. */
export async function exportBillingPeriods(ctx: Context, { query }: { query: Query }): Promise<FileReply> {
  const { months, marketplaces } = await readFocusMonths(ctx, query);
  const seller = sellerOf(ctx);
  const rows = months.flatMap(({ month, cycle, invoice }) =>
    [seller, ...marketplacesIn(marketplaces, month, cycle)].map((issuer) =>
      csvLine(billingPeriodColumns, {
        BillingPeriodCreated: focusInstant(cycle.start),
        BillingPeriodEnd: focusInstant(cycle.end),
        BillingPeriodLastUpdated: focusInstant(invoice?.statement.signed_at ?? ctx.now),
        BillingPeriodStart: focusInstant(cycle.start),
        BillingPeriodStatus: invoice ? 'Closed' : 'Open',
        InvoiceIssuerName: issuer,
      }),
    ),
  );
  const content = Readable.from([headLine(billingPeriodColumns), ...rows], { objectMode: false });
  return new FileReply(fileNameOf(ctx.contract, 'billing-period', query), content);
}
