import { machineSeries } from '@usance/api/machine-type';
import type { OfferedSku, OfferItemType } from '@usance/api/private-offer';
import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/postgres/database.ts';
import { seriesFacts } from '../../metering/machine-type/machine-types.ts';

export type SkuRow = Selectable<Database['sku']>;

/**
 * Who buys a SKU. Software alone is sold by the credit to contracts that bring their own cloud, and on machines of their own
 * that is all there is; the rest belongs to data clouds of the platform.
 */
export function itemTypeOf({
  billing_item,
  cloud_provider,
}: Pick<SkuRow, 'billing_item' | 'cloud_provider'>): OfferItemType {
  return billing_item === 'credit' || cloud_provider === 'onpremise' ? 'byoc' : 'saas';
}

/** What a core-hour of a machine series costs in credits; null for whatever else is billed. */
function creditPerCoreHourOf({ billing_item }: Pick<SkuRow, 'billing_item'>): string | null {
  const series = machineSeries.options.find((each) => billing_item === `compute.${each}-series`);
  return series === undefined ? null : seriesFacts[series].creditsPerCoreHour;
}

/** What the wire tells of a SKU beside its prices. */
export function offeredSkuOf(sku: SkuRow): Omit<OfferedSku, 'listingPrice' | 'priceUnit'> {
  return {
    skuId: sku.id,
    type: sku.cost_kind,
    itemType: itemTypeOf(sku),
    cloudProvider: sku.cloud_provider,
    region: sku.region,
    edition: sku.edition,
    billingItem: sku.billing_item,
    tier: sku.tier,
    unit: sku.unit,
    creditPerCoreHour: creditPerCoreHourOf(sku),
  };
}
