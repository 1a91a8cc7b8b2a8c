import type { ParsedQuery } from '@usance/api/call';
import type { MarketplaceNotification, marketplaces } from '@usance/api/marketplace/marketplace';
import type { ReadContext } from '#platform/context/context.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';

/** Returns a page of the marketplaces' messages. */
export function listMarketplaceNotifications(
  { db }: Pick<ReadContext, 'db'>,
  { query }: { query: ParsedQuery<typeof marketplaces.notifications> },
): Promise<Page<MarketplaceNotification>> {
  let told = db.selectFrom('marketplace_notification');
  if (query.sources) told = told.where('source', 'in', query.sources);
  if (query.start !== undefined) told = told.where('created_at', '>=', new Date(query.start));
  if (query.end !== undefined) told = told.where('created_at', '<', new Date(query.end));
  return pageOf(
    told,
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(query.orderBy === 'gmtTold' ? 'told_at' : 'created_at', query.ordering)
        .orderBy('id'),
    ({ id, source, action, product, customer, told_at, created_at, outcome }) => ({
      id,
      source,
      action,
      product,
      customer,
      gmtTold: told_at.toISOString(),
      gmtCreated: created_at.toISOString(),
      outcome,
    }),
  );
}
