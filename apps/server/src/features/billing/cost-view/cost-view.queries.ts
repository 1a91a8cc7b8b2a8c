import type { CostView, costViews } from '@usance/api/billing/cost-view';
import type { ParsedQuery } from '@usance/api/call';
import type { Asked, Grounds, ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { notFound } from '#platform/refusal.ts';
import { costViewOf, type ReadCostView, type ViewReader } from './cost-view.ts';

const columnOf = { name: 'view.name', gmtCreated: 'view.created_at' } as const;

/** Returns a page of the caller's views of a contract, and of those that others share. */
export function listCostViews(
  ctx: Pick<ReadContext, 'db' | 'subject'> & Grounds,
  { query }: { query: ParsedQuery<typeof costViews.list> },
): Promise<Page<CostView>> {
  const reader = viewReader(ctx);
  return pageOf(
    visibleViews(ctx.db, ctx.contract.id, reader),
    query,
    (found) =>
      found
        .selectAll('view')
        .select(['maker.identifier', 'mail.sent_on'])
        .orderBy(columnOf[query.orderBy], query.ordering)
        .orderBy('view.id'),
    (row) => costViewOf(row, reader),
  );
}

/** Returns the caller as a reader of views. */
export function viewReader({ subject, roles }: Pick<Asked, 'subject'> & Pick<Grounds, 'roles'>): ViewReader {
  return { accountId: signedInAccount(subject), roles };
}

/** Returns a view that the reader may see, or 404: another person's private view looks as if it did not exist. */
export async function getCostView(
  db: DbOrTx,
  contractId: string,
  id: string,
  reader: ViewReader,
): Promise<ReadCostView> {
  const row = await visibleViews(db, contractId, reader)
    .where('view.id', '=', id)
    .selectAll('view')
    .select(['maker.identifier', 'mail.sent_on'])
    .executeTakeFirst();
  if (!row) throw notFound('COST_VIEW_NOT_FOUND');
  return row;
}

function visibleViews(db: DbOrTx, contractId: string, { accountId }: ViewReader) {
  return db
    .selectFrom('cost_view as view')
    .innerJoin('account as maker', 'maker.id', 'view.account_id')
    .leftJoin('cost_view_mail as mail', (join) =>
      join
        .onRef('mail.contract_id', '=', 'view.contract_id')
        .onRef('mail.view_id', '=', 'view.id')
        .on('mail.account_id', '=', accountId),
    )
    .where('view.contract_id', '=', contractId)
    .where((eb) => eb.or([eb('view.account_id', '=', accountId), eb('view.shared', '=', true)]));
}
