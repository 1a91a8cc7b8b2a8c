import { machineSeries } from '@usance/api/metering/machine-type';
import type { OfferedSku, OfferItemType } from '@usance/api/sale/private-offer';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { regionNameOf } from '../../../contract/region/region.ts';
import { seriesFacts } from '../../../metering/machine-type/machine-types.ts';

export type SkuRow = Selectable<Database['sku']>;

/**
 * Returns the type of contract that buys a SKU. Contracts with their own cloud or machines (`byoc`) buy only software:
 * credits and on-premise items.
 */
export function itemTypeOf({
  billing_item,
  cloud_provider,
}: Pick<SkuRow, 'billing_item' | 'cloud_provider'>): OfferItemType {
  return billing_item === 'credit' || cloud_provider === 'onpremise' ? 'byoc' : 'saas';
}

/** The credits of a core-hour of a machine series; null for other billing items. */
function creditPerCoreHourOf({ billing_item }: Pick<SkuRow, 'billing_item'>): string | null {
  const series = machineSeries.options.find((each) => billing_item === `compute.${each}-series`);
  return series === undefined ? null : seriesFacts[series].creditsPerCoreHour;
}

/** The wire form of a SKU, without its prices. */
export function offeredSkuOf(sku: SkuRow): Omit<OfferedSku, 'listingPrice' | 'priceUnit'> {
  return {
    skuId: sku.id,
    type: sku.cost_kind,
    itemType: itemTypeOf(sku),
    cloudProvider: sku.cloud_provider,
    region: sku.region,
    regionName: regionNameOf(sku.cloud_provider, sku.region),
    edition: sku.edition,
    billingItem: sku.billing_item,
    tier: sku.tier,
    unit: sku.unit,
    creditPerCoreHour: creditPerCoreHourOf(sku),
  };
}
