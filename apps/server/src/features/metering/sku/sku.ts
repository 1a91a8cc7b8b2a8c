import type { Sku, SkuDimensions } from '@usance/api/metering/sku';
import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';

type SkuRow = Selectable<Database['sku']>;
/** The content of a SKU to create. */
export type SkuContent = Omit<Sku, 'id'>;

export function skuOf(row: SkuRow): Sku {
  return {
    ...dimensionsOf(row),
    id: row.id,
    tier: row.tier,
    resourceKind: row.resource_kind,
    costKind: row.cost_kind,
    cloudProvider: row.cloud_provider,
    edition: row.edition,
    unit: row.unit,
  };
}

type DimensionColumn = 'product' | 'type' | 'sub_type' | 'billing_item' | 'cloud_provider' | 'region' | 'edition';

/** The SKU columns that usage and prices show. */
export function dimensionsOf(row: Readonly<Record<DimensionColumn, string>>): SkuDimensions {
  return {
    product: row.product,
    type: row.type,
    subType: row.sub_type,
    billingItem: row.billing_item,
    cloudProvider: row.cloud_provider,
    region: row.region,
    edition: row.edition,
  };
}

/** The key by which usage finds its SKU. It is unique. */
export function skuKey(sku: Pick<Sku, 'cloudProvider' | 'region' | 'edition' | 'billingItem' | 'tier'>): string {
  return JSON.stringify([sku.cloudProvider, sku.region, sku.edition, sku.billingItem, sku.tier]);
}

/** True if two SKUs of the same key have the same content. */
export function sameContent(a: SkuContent, b: SkuContent): boolean {
  return (
    a.product === b.product &&
    a.type === b.type &&
    a.subType === b.subType &&
    a.resourceKind === b.resourceKind &&
    a.costKind === b.costKind &&
    a.unit === b.unit
  );
}
