import type { ParsedQuery } from '@usance/api/call';
import type { marketplaces } from '@usance/api/marketplace/marketplace';
import type { KeptMarketplaceLink, MarketplaceLink, MetersBy } from '@usance/api/marketplace/marketplace-link';
import { sql } from 'kysely';
import type { ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { findLastLink, type LinkRow } from '../../contract/marketplace-link/keep-link.ts';

/** Returns the contract's marketplace state by its open or last link. */
export const getLink = ({ db, contract }: ContractReading): Promise<MarketplaceLink> => linkOf(db, contract.id);

export async function linkOf(db: DbOrTx, contractId: string): Promise<MarketplaceLink> {
  const row = await findLastLink(db, contractId);
  if (!row) return { state: 'unknown' };
  const who = await db
    .selectFrom('account')
    .select('identifier')
    .where('id', '=', row.operator ?? '')
    .executeTakeFirst();
  return shownLink(row, who?.identifier ?? null);
}

function shownLink(row: Omit<LinkRow, 'operator'>, operator: string | null): MarketplaceLink {
  return {
    state: row.ended_at === null ? 'activated' : 'unsubscribed',
    cloudProvider: row.cloud_provider,
    gmtActivated: row.activated_at.toISOString(),
    operator: operator ?? '',
    accountID: row.account_id,
    instanceID: row.instance_id,
  };
}

/** Returns a page of all links, including ended ones. */
export function listLinks(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  { query }: { query: ParsedQuery<typeof marketplaces.list> },
): Promise<Page<KeptMarketplaceLink>> {
  return linksPage(db, now, query);
}

/** Returns a link as operators see it. */
export async function keptLinkOf(db: DbOrTx, now: Date, link: LinkRow): Promise<KeptMarketplaceLink> {
  const { items } = await linksPage(db, now, { ...onePage, id: link.id });
  const [kept] = items;
  if (!kept) throw new Error(`Link ${link.id} is gone`);
  return kept;
}

const onePage = { pageNum: 1, pageSize: 1, orderBy: 'gmtActivated', ordering: 'desc' } as const;

type Wanted = Pick<ParsedQuery<typeof marketplaces.list>, 'pageNum' | 'pageSize' | 'orderBy' | 'ordering'> &
  Partial<ParsedQuery<typeof marketplaces.list>> & { readonly id?: string };

function linksPage(db: DbOrTx, now: Date, query: Wanted): Promise<Page<KeptMarketplaceLink>> {
  let links = db
    .selectFrom('marketplace_link as link')
    .innerJoin('marketplace_subscription as subscription', 'subscription.id', 'link.subscription_id')
    .leftJoin('account', 'account.id', 'link.operator');
  if (query.id) links = links.where('link.id', '=', query.id);
  if (query.cloudProvider) links = links.where(sql<boolean>`link.cloud_provider = ${query.cloudProvider}`);
  if (query.states) {
    const ended = query.states.map((state) => state === 'unsubscribed');
    links = links.where(sql<boolean>`(link.ended_at is not null) = any(${ended}::boolean[])`);
  }
  return pageOf(
    links,
    query,
    (found) =>
      found
        .selectAll('link')
        .select(['subscription.product', 'account.identifier as who'])
        .select(
          sql<{ metersBy: MetersBy; from: string }[]>`(
          select coalesce(jsonb_agg(jsonb_build_object('metersBy', meters_by, 'from', from_hour) order by from_hour), '[]')
          from marketplace_metering as metering
          where metering.link_id = link.id and metering.contract_id = link.contract_id
            and (to_hour is null or to_hour > ${now}))`.as('ways'),
        )
        .orderBy(query.orderBy === 'contractId' ? 'link.contract_id' : 'link.activated_at', query.ordering)
        .orderBy('link.id'),
    ({ product, who, ways: [way, next], ...link }) => ({
      ...shownLink(link, who),
      id: link.id,
      contractId: link.contract_id,
      product,
      metersBy: way?.metersBy ?? 'product',
      ...(next && { nextMetersBy: { metersBy: next.metersBy, from: new Date(next.from).toISOString() } }),
      gmtEnded: link.ended_at?.toISOString() ?? null,
    }),
  );
}
