import type { ExplainedRow, explanations } from '@usance/api/billing/explanation';
import type { ParsedQuery } from '@usance/api/call';
import type { Page } from '#platform/postgres/page.ts';
import { type PurchaseContext, selectPurchases } from '../purchase/selection/purchase-selection.ts';
import { explainedPage } from './explained-page.ts';

/** Returns a page of the rated rows of a range, with the making of their amounts. */
export async function explainPurchases(
  ctx: PurchaseContext,
  { query }: { query: ParsedQuery<typeof explanations.ofPurchases> },
): Promise<Page<ExplainedRow>> {
  return explainedPage(ctx, await selectPurchases(ctx, query), query.page);
}
