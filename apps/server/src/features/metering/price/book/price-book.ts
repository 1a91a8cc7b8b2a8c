import { instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { Tier } from '../../tier/graduated.ts';
import { tierVersionsOf } from '../../tier/tier.queries.ts';
import { bookOf, discountsOf, type OfferedBook, pricesWithSkus, type Rated, unchargedOf } from './price-rows.ts';
import { compilePriceSegments, type PriceBook, type PriceSegment, type PriceVersion } from './price-segments.ts';

/**
 * Returns the price segments of the contract's data clouds within `range`, which must reach back to the earliest late
 * usage.
 * An offer price wins over the contract's own price, which wins over the list price with its discount. Tiers replace
 * the discount.
 */
export async function priceSegments(db: DbOrTx, contract: Rated, range: Range): Promise<PriceSegment[]> {
  return compilePriceSegments(await priceBookOf(db, contract, range), range);
}

/** Like `priceSegments`, at the list prices alone, for everybody: without discounts, tiers or prices of the contract's own. */
export async function listSegments(db: DbOrTx, contract: Rated, range: Range): Promise<PriceSegment[]> {
  const rows = (await pricedSkus(db, contract, range)).filter(({ contract_id }) => contract_id === null);
  return compilePriceSegments(bookOf(contract, { rows, discounts: [], uncharged: [], tiers: [] }), range);
}

/** The terms of one offer, taken to hold for all usage of a contract, without any other offer. */
export interface OfferedTerms {
  readonly prices: readonly { skuId: string; unitPrice: string; listPrice: string; priceUnit: string }[];
  /** Empty if the offer has no tiers: the contract's own tiers hold then. */
  readonly tiers: readonly Tier[];
}

/** Like `priceSegments`, under the terms of an offer, accepted or not. */
export async function priceSegmentsUnder(
  db: DbOrTx,
  contract: Rated,
  { range, terms }: { range: Range; terms: OfferedTerms },
): Promise<PriceSegment[]> {
  const skus = await skusOf(
    db,
    terms.prices.map(({ skuId }) => skuId),
  );
  const always = { from: instantOfEpochMs(0), to: null };
  const offered = terms.prices.flatMap(({ skuId, ...price }): PriceVersion[] => {
    const sku = skus.get(skuId);
    return sku === undefined ? [] : [{ ...price, ...always, skuNo: sku.sku_no, isOwn: true }];
  });
  const book = await priceBookOf(db, contract, range, {
    skus: [...skus.values()],
    prices: offered,
    tiers: terms.tiers.length === 0 ? [] : [{ ...always, tiers: terms.tiers }],
  });
  return compilePriceSegments(book, range);
}

/** `under` replaces the accepted offers. */
async function priceBookOf(db: DbOrTx, contract: Rated, range: Range, under?: OfferedBook): Promise<PriceBook> {
  const rows = await pricedSkus(db, contract, range);
  const discounts = await discountsOf(db, [contract.id]);
  const uncharged = await unchargedOf(db, [contract.id]);
  return bookOf(contract, {
    rows,
    discounts: discounts.get(contract.id) ?? [],
    uncharged: uncharged.get(contract.id) ?? [],
    tiers: await tierVersionsOf(db, contract.id, under?.tiers),
    under,
  });
}

async function skusOf(db: DbOrTx, ids: readonly string[]): Promise<ReadonlyMap<string, OfferedBook['skus'][number]>> {
  const rows = await db
    .selectFrom('sku')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function pricedSkus(db: DbOrTx, contract: Rated, range: Range) {
  return (
    pricesWithSkus(db, { currency: contract.currency, contractIds: [contract.id], range })
      // Usage can only name current or former data clouds of the contract, so a few dozen SKUs suffice.
      .where(sql<boolean>`(cloud_provider, sku.region, sku.edition) in (
      select cloud, region, edition from datacloud where contract_id = ${contract.id}
      union all
      select cloud, region, edition from datacloud_former_contract as former
        join datacloud on datacloud.id = former.datacloud_id where former.contract_id = ${contract.id})`)
      .execute()
  );
}
