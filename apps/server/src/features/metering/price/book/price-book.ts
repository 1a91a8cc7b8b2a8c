import { instantOf, instantOfEpochMs } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { dimensionsOf } from '../../sku/sku.ts';
import { heldVersions } from '../../term/held-versions.ts';
import { outside, type Version } from '../../term/outside.ts';
import type { Tier, TierVersion } from '../../tier/graduated.ts';
import { tierVersionsOf } from '../../tier/tier.queries.ts';
import { compilePriceSegments, type PriceBook, type PriceSegment, type PriceVersion } from './price-segments.ts';

type Rated = Pick<ContractRow, 'id' | 'currency' | 'commencing_on'>;

/**
 * Returns the price segments of the contract's data clouds within `range`, which must reach back to the earliest late
 * usage.
 * An offer price wins over the contract's own price, which wins over the list price with its discount. Tiers replace
 * the discount.
 */
export async function priceSegments(db: DbOrTx, contract: Rated, range: Range): Promise<PriceSegment[]> {
  return compilePriceSegments(await priceBookOf(db, contract, range), range);
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

/** The prices and tiers of one offer, with their SKUs. */
interface OfferedBook {
  readonly skus: readonly OfferedSku[];
  readonly prices: readonly PriceVersion[];
  readonly tiers: readonly TierVersion[];
}

/** `under` replaces the accepted offers. */
async function priceBookOf(db: DbOrTx, contract: Rated, range: Range, under?: OfferedBook): Promise<PriceBook> {
  const rows = await pricedSkus(db, contract, range);
  const offered = under?.prices ?? rows.filter((row) => row.origin_kind === 'offer').map(versionOf);
  const offeredBySku = Map.groupBy(offered, ({ skuNo }) => skuNo);
  const agreed = rows.filter((row) => row.contract_id !== null && row.origin_kind !== 'offer').map(versionOf);
  const own = [...offered, ...agreed.flatMap((version) => outside(version, offeredBySku.get(version.skuNo) ?? []))];
  const ownBySku = Map.groupBy(own, ({ skuNo }) => skuNo);
  const listed = rows.filter((row) => row.contract_id === null).map(versionOf);
  return {
    skus: new Map(
      [...rows, ...(under?.skus ?? [])].map((row) => [row.sku_no, { ...dimensionsOf(row), consumptionUnit: row.unit }]),
    ),
    prices: [...own, ...listed.flatMap((version) => outside(version, ownBySku.get(version.skuNo) ?? []))],
    discounts: await discountsOf(db, contract.id),
    uncharged: await unchargedOf(db, contract.id),
    tiers: await tierVersionsOf(db, contract.id, under?.tiers),
    begins: instantOf(contract.commencing_on),
  };
}

type OfferedSku = Awaited<ReturnType<typeof skuRows>>[number];

async function skusOf(db: DbOrTx, ids: readonly string[]): Promise<ReadonlyMap<string, OfferedSku>> {
  return new Map((await skuRows(db, ids)).map((row) => [row.id, row]));
}

function skuRows(db: DbOrTx, ids: readonly string[]) {
  return db
    .selectFrom('sku')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

type PricedSku = Awaited<ReturnType<typeof pricedSkus>>[number];

function pricedSkus(db: DbOrTx, contract: Pick<ContractRow, 'id' | 'currency'>, range: Range) {
  return (
    db
      .selectFrom('price')
      .innerJoin('sku', 'sku.id', 'price.sku_id')
      .select(['sku.sku_no', 'product', 'type', 'sub_type', 'billing_item', 'cloud_provider', 'sku.region'])
      .select(['sku.edition', 'unit', 'price.contract_id', 'unit_price', 'list_price', 'price_unit'])
      .select(['effective_from', 'effective_to', 'origin_kind', 'origin_id'])
      .where('price.currency', '=', contract.currency)
      .where((eb) => eb.or([eb('price.contract_id', 'is', null), eb('price.contract_id', '=', contract.id)]))
      .where('effective_from', '<', new Date(range.end))
      .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>', new Date(range.start))]))
      // Usage can only name current or former data clouds of the contract, so a few dozen SKUs suffice.
      .where(sql<boolean>`(cloud_provider, sku.region, sku.edition) in (
      select cloud, region, edition from datacloud where contract_id = ${contract.id}
      union all
      select cloud, region, edition from datacloud_former_contract as former
        join datacloud on datacloud.id = former.datacloud_id where former.contract_id = ${contract.id})`)
      .execute()
  );
}

function versionOf(row: PricedSku): PriceVersion {
  return {
    skuNo: row.sku_no,
    isOwn: row.contract_id !== null,
    ...(row.origin_kind === 'offer' && row.origin_id !== null ? { offerId: row.origin_id } : {}),
    unitPrice: row.unit_price,
    listPrice: row.list_price,
    priceUnit: row.price_unit,
    ...timeOf(row),
  };
}

async function discountsOf(db: DbOrTx, contractId: string): Promise<PriceBook['discounts']> {
  const rows = await db.selectFrom('discount').selectAll().where('contract_id', '=', contractId).execute();
  return heldVersions(rows.map(({ temporary, ...row }) => ({ rate: row.rate, temporary, ...timeOf(row) })));
}

async function unchargedOf(db: DbOrTx, contractId: string): Promise<PriceBook['uncharged']> {
  const rows = await db
    .selectFrom('purchase_blacklist')
    .innerJoin('sku', 'sku.id', 'purchase_blacklist.sku_id')
    .select(['sku.sku_no', 'effective_from', 'effective_to', 'temporary'])
    .where('contract_id', '=', contractId)
    .execute();
  const entries = rows.map(({ temporary, ...row }) => ({ skuNo: row.sku_no, temporary, ...timeOf(row) }));
  return [...Map.groupBy(entries, ({ skuNo }) => skuNo).values()].flatMap(heldVersions);
}

function timeOf({ effective_from, effective_to }: { effective_from: Date; effective_to: Date | null }): Version {
  return { from: instantOf(effective_from), to: effective_to === null ? null : instantOf(effective_to) };
}
