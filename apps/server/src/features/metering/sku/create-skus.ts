import type { Sku } from '@usance/api/sku';
import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict } from '../../../platform/refusal.ts';
import { type SkuContent, sameContent, skuKey, skuOf } from './sku.ts';

/** Creates what is missing and answers every SKU in the order asked; 409 where one exists and says something else. */
export async function createSkus(tx: Tx, items: readonly SkuContent[]): Promise<Sku[]> {
  const wanted = JSON.stringify(items.map((item) => rowOf(newId('sku'), item)));
  await sql`insert into sku (id, ${columns}) select id, ${columns}
    from jsonb_populate_recordset(null::sku, ${wanted}::jsonb)
    order by cloud_provider, region, edition, billing_item, tier
    on conflict (cloud_provider, region, edition, billing_item, tier) do nothing`.execute(tx);
  const stored = await tx
    .selectFrom('sku')
    .selectAll()
    .where(sql<boolean>`(cloud_provider, region, edition, billing_item, tier) in (
      select cloud_provider, region, edition, billing_item, tier
      from jsonb_populate_recordset(null::sku, ${wanted}::jsonb))`)
    .execute();
  const byKey = new Map(stored.map((row) => [skuKey(skuOf(row)), skuOf(row)]));
  return items.map((item, index) => {
    const found = byKey.get(skuKey(item));
    if (found && sameContent(found, item)) return found;
    throw conflict('SKU_CONFLICT', 'This SKU exists with other content.', { field: `items.${index}` });
  });
}

const columns = sql.raw(
  'product, type, sub_type, billing_item, tier, resource_kind, cost_kind, cloud_provider, region, edition, unit',
);

function rowOf(id: string, item: SkuContent) {
  return {
    id,
    product: item.product,
    type: item.type,
    sub_type: item.subType,
    billing_item: item.billingItem,
    tier: item.tier,
    resource_kind: item.resourceKind,
    cost_kind: item.costKind,
    cloud_provider: item.cloudProvider,
    region: item.region,
    edition: item.edition,
    unit: item.unit,
  };
}
