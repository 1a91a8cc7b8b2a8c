import type { ParsedBody, ParsedQuery } from '@usance/api/call';
import type { listSkus, Sku, updateSku } from '@usance/api/sku';
import type { DbOrTx, Tx } from '../../../platform/postgres/database.ts';
import { notFound } from '../../../platform/refusal.ts';
import { skuOf } from './sku.ts';

/** SKUs by place and billing item. */
export async function listSkusBy(
  db: DbOrTx,
  query: ParsedQuery<typeof listSkus>,
): Promise<{ items: Sku[]; totalSize: number }> {
  let skus = db.selectFrom('sku');
  if (query.product) skus = skus.where('product', '=', query.product);
  if (query.billingItem) skus = skus.where('billing_item', '=', query.billingItem);
  if (query.cloudProvider) skus = skus.where('cloud_provider', '=', query.cloudProvider);
  if (query.region) skus = skus.where('region', '=', query.region);
  if (query.edition) skus = skus.where('edition', '=', query.edition);
  const { total } = await skus.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await skus
    .selectAll()
    .orderBy('cloud_provider')
    .orderBy('region')
    .orderBy('edition')
    .orderBy('billing_item')
    .orderBy('tier')
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  return { items: rows.map(skuOf), totalSize: Number(total) };
}

/** Changes how a SKU is shown from now on; rows that were rated before keep their words. */
export async function renameSku(tx: Tx, { id, ...shown }: ParsedBody<typeof updateSku>): Promise<Sku> {
  const row = await tx
    .updateTable('sku')
    .set({ product: shown.product, type: shown.type, sub_type: shown.subType })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('sku');
  return skuOf(row);
}
