import type { ParsedBody } from '@usance/api/call';
import { type Sku, skuId, type skus } from '@usance/api/metering/sku';
import { sql } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict } from '#platform/refusal.ts';
import { type SkuContent, sameContent, skuKey, skuOf } from './sku.ts';

/** Creates the missing SKUs and returns all of them in the given order. 409 if one exists with other content. */
export async function createSkus(
  { tx }: Pick<Work, 'tx'>,
  { body: { items } }: { body: ParsedBody<typeof skus.create> },
): Promise<{ items: Sku[] }> {
  const wanted = JSON.stringify(items.map((item) => rowOf(newId(skuId), item)));
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
  const byKey = new Map(stored.map(skuOf).map((sku) => [skuKey(sku), sku]));
  const answered = items.map((item, index) => {
    const found = byKey.get(skuKey(item));
    if (found && sameContent(found, item)) return found;
    throw conflict('SKU_CONFLICT', 'This SKU exists with other content.', { field: `items.${index}` });
  });
  return { items: answered };
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
