import type { Sku } from '@usance/api/sku';
import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/postgres/database.ts';
import './sku.table.ts';

/** A SKU without its id: what creating takes. */
export type SkuContent = Omit<Sku, 'id'>;

export function skuOf(row: Omit<Selectable<Database['sku']>, 'sku_no'>): Sku {
  return {
    id: row.id,
    product: row.product,
    type: row.type,
    subType: row.sub_type,
    billingItem: row.billing_item,
    tier: row.tier,
    resourceKind: row.resource_kind,
    costKind: row.cost_kind,
    cloudProvider: row.cloud_provider,
    region: row.region,
    edition: row.edition,
    unit: row.unit,
  };
}

/** What usage is matched by; it names one SKU. */
export function skuKey(sku: Pick<Sku, 'cloudProvider' | 'region' | 'edition' | 'billingItem' | 'tier'>): string {
  return JSON.stringify([sku.cloudProvider, sku.region, sku.edition, sku.billingItem, sku.tier]);
}

/** Whether two SKUs of one key say the same. */
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
