import type { Currency } from '@usance/money/currency';
import { instantOf } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { type Selectable, sql } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { dimensionsOf } from '../../sku/sku.ts';
import { heldVersions, outside, type Version } from '../../term/outside.ts';
import type { TierVersion } from '../../tier/graduated.ts';
import type { PriceBook, PriceVersion } from './price-segments.ts';

export type Rated = Pick<ContractRow, 'id' | 'currency' | 'commencing_on'>;

/** The prices and tiers of one offer, with their SKUs. */
export interface OfferedBook {
  readonly skus: readonly Selectable<Database['sku']>[];
  readonly prices: readonly PriceVersion[];
  readonly tiers: readonly TierVersion[];
}

type PricedSku = Awaited<ReturnType<ReturnType<typeof pricesWithSkus>['execute']>>[number];

/** The rows that make up a contract's prices. */
interface PriceRows {
  readonly rows: readonly PricedSku[];
  readonly discounts: PriceBook['discounts'];
  readonly uncharged: PriceBook['uncharged'];
  readonly tiers: readonly TierVersion[];
  /** Replaces the accepted offers. */
  readonly under?: OfferedBook | undefined;
}

/** `rows` are the list prices of the currency, and the contract's own prices. */
export function bookOf(
  { commencing_on }: Pick<Rated, 'commencing_on'>,
  { rows, discounts, uncharged, tiers, under }: PriceRows,
): PriceBook {
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
    discounts,
    uncharged,
    tiers,
    begins: instantOf(commencing_on),
  };
}

/** The list prices of the currency and the own prices of the contracts that hold in the range, with their SKUs. */
export function pricesWithSkus(
  db: DbOrTx,
  { currency, contractIds, range }: { currency: Currency; contractIds: readonly string[]; range: Range },
) {
  return db
    .selectFrom('price')
    .innerJoin('sku', 'sku.id', 'price.sku_id')
    .select(['sku.sku_no', 'product', 'type', 'sub_type', 'billing_item', 'cloud_provider', 'sku.region'])
    .select(['sku.edition', 'unit', 'price.contract_id', 'unit_price', 'list_price', 'price_unit'])
    .select(['effective_from', 'effective_to', 'origin_kind', 'origin_id'])
    .where('price.currency', '=', currency)
    .where(sql<boolean>`(price.contract_id is null or price.contract_id = any(${[...contractIds]}::text[]))`)
    .where('effective_from', '<', new Date(range.end))
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>', new Date(range.start))]));
}

/** The discounts that hold, by contract. */
export async function discountsOf(
  db: DbOrTx,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, PriceBook['discounts']>> {
  const rows = await db
    .selectFrom('discount')
    .selectAll()
    .where('contract_id', '=', sql<string>`any(${[...contractIds]}::text[])`)
    .execute();
  const versions = rows.map(({ temporary, ...row }) => {
    return { contractId: row.contract_id, rate: row.rate, temporary, ...timeOf(row) };
  });
  const byContract = Map.groupBy(versions, ({ contractId }) => contractId);
  return new Map([...byContract].map(([id, ofOne]) => [id, heldVersions(ofOne)]));
}

/** The times in which SKUs are not charged, by contract. */
export async function unchargedOf(
  db: DbOrTx,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, PriceBook['uncharged']>> {
  const rows = await db
    .selectFrom('purchase_blacklist')
    .innerJoin('sku', 'sku.id', 'purchase_blacklist.sku_id')
    .select(['contract_id', 'sku.sku_no', 'effective_from', 'effective_to', 'temporary'])
    .where('contract_id', '=', sql<string>`any(${[...contractIds]}::text[])`)
    .execute();
  const entries = rows.map(({ temporary, ...row }) => {
    return { contractId: row.contract_id, skuNo: row.sku_no, temporary, ...timeOf(row) };
  });
  const byContract = Map.groupBy(entries, ({ contractId }) => contractId);
  return new Map(
    [...byContract].map(([id, ofOne]) => {
      return [id, [...Map.groupBy(ofOne, ({ skuNo }) => skuNo).values()].flatMap(heldVersions)];
    }),
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

function timeOf({ effective_from, effective_to }: { effective_from: Date; effective_to: Date | null }): Version {
  return { from: instantOf(effective_from), to: effective_to === null ? null : instantOf(effective_to) };
}
