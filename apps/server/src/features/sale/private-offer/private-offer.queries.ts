import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import type { PrivateOffer, privateOffers } from '@usance/api/sale/private-offer';
import { sql } from 'kysely';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { SealingKey } from '#platform/sealing/sealing-key.ts';
import type { ContractRow } from '../../contract/contract/contract.ts';
import { isKycComplete } from '../../contract/kyc-info/kyc-info.queries.ts';
import { listedAtStart } from './item/offer-figures.ts';
import { type Offer, type OfferedItem, type OfferTierRow, privateOfferOf } from './private-offer.ts';
import { type OfferRow, type OfferStanding, standingAt } from './state/offer-state.ts';

type Asked = Pick<ReadContext, 'db' | 'now' | 'subject' | 'sealingKey'> & Grounds;

/** Lists a contract's offers. There are few, so all are loaded and filtered by their current status. */
export async function listOffers(
  { db, now, subject, contract, sealingKey: key }: Asked,
  { query }: { query: ParsedQuery<typeof privateOffers.list> },
): Promise<CallReply<typeof privateOffers.list>> {
  const column = columnOf[query.orderBy];
  const rows = await db
    .selectFrom('private_offer')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('deleted_at', 'is', null)
    .orderBy(column, query.ordering)
    .orderBy('id')
    .execute();
  const standingOf = await standingsOf(db, contract, { rows, now, key });
  const found = rows.filter((row) => query.statuses?.includes(standingOf(row).status) ?? true);
  const { page: pageNum = query.pageNum, pageSize } = query;
  const page = found.slice((pageNum - 1) * pageSize, pageNum * pageSize);
  const offers = await withTerms(db, contract, page, standingOf);
  return {
    privateOffers: offers.map((offer) => privateOfferOf(offer, contract, subject)),
    paginator: { pageNum, pageSize, totalSize: found.length },
  };
}

const columnOf = {
  createdAt: 'created_at',
  effectiveDate: 'effective_date',
  confirmationDeadline: 'confirmation_deadline',
} as const;

/** Returns an offer in the reader's view. Throws 404 if it does not exist. */
export async function showOffer(
  { db, now, subject, contract, sealingKey: key }: Asked,
  { params: { poid } }: { params: ParsedParams<typeof privateOffers.get> },
): Promise<PrivateOffer> {
  return privateOfferOf(await getOffer(db, contract, { id: poid, now, key }), contract, subject);
}

/** Returns an offer of a contract with its terms and standing. Throws 404 if it does not exist. */
export async function getOffer(
  db: DbOrTx,
  contract: ContractRow,
  { id, now, key }: { id: string; now: Date; key: SealingKey },
): Promise<Offer> {
  const row = await db
    .selectFrom('private_offer')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('PRIVATE_OFFER_NOT_FOUND');
  const [offer] = await withTerms(db, contract, [row], await standingsOf(db, contract, { rows: [row], now, key }));
  if (!offer) throw notFound('PRIVATE_OFFER_NOT_FOUND');
  return offer;
}

/** Returns a lookup of the standing of each offer. Reads the state of KYC only if an offer waits for it. */
async function standingsOf(
  db: DbOrTx,
  contract: ContractRow,
  { rows, now, key }: { rows: readonly OfferRow[]; now: Date; key: SealingKey },
): Promise<(row: OfferRow) => OfferStanding> {
  const mayWait = rows.some(({ state }) => state === 'approved');
  const isComplete = mayWait && (await isKycComplete(db, contract, key));
  return (row) => standingAt(row, { now, isKycComplete: isComplete });
}

/** Adds the terms to offers of one contract. */
export async function withTerms(
  db: DbOrTx,
  contract: ContractRow,
  rows: readonly OfferRow[],
  standingOf: (row: OfferRow) => OfferStanding,
): Promise<Offer[]> {
  const ids = rows.map(({ id }) => id);
  const [items, tiers] = [await itemsOf(db, contract.id, ids), await tiersOf(db, contract.id, ids)];
  const offers: Offer[] = [];
  for (const row of rows) {
    offers.push({
      row,
      standing: standingOf(row),
      items: await withListed(db, contract, row, items.get(row.id) ?? []),
      tiers: tiers.get(row.id) ?? [],
    });
  }
  return offers;
}

async function itemsOf(db: DbOrTx, contractId: string, offerIds: readonly string[]) {
  const rows = await db
    .selectFrom('private_offer_item as item')
    .selectAll('item')
    .where('contract_id', '=', contractId)
    .where('offer_id', '=', sql<string>`any(${offerIds}::text[])`)
    .orderBy('item_no')
    .execute();
  const skus = await db
    .selectFrom('sku')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...new Set(rows.map(({ sku_id }) => sku_id))]}::text[])`)
    .execute();
  const skuOf = new Map(skus.map((sku) => [sku.id, sku]));
  const offered = rows.flatMap((item) => {
    const sku = skuOf.get(item.sku_id);
    return sku ? [{ item, sku }] : [];
  });
  return Map.groupBy(offered, ({ item }) => item.offer_id);
}

async function tiersOf(
  db: DbOrTx,
  contractId: string,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, OfferTierRow[]>> {
  const rows = await db
    .selectFrom('private_offer_tier')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('offer_id', '=', sql<string>`any(${offerIds}::text[])`)
    .orderBy('tier_level')
    .execute();
  return Map.groupBy(rows, (row) => row.offer_id);
}

/** Adds the current list prices to items whose prices are not fixed yet. */
async function withListed(
  db: DbOrTx,
  contract: ContractRow,
  { effective_date }: OfferRow,
  items: readonly Omit<OfferedItem, 'listed'>[],
): Promise<OfferedItem[]> {
  const open = items.filter(({ item }) => item.price === null).map(({ item }) => item.sku_id);
  const listed = open.length === 0 ? undefined : await listedAtStart(db, contract, effective_date, open);
  return items.map((offered) => ({ ...offered, listed: listed?.get(offered.item.sku_id) }));
}
