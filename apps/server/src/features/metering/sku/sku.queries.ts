import type { ParsedQuery } from '@usance/api/call';
import type { Sku, skus } from '@usance/api/metering/sku';
import { type Selectable, sql } from 'kysely';
import type { ReadContext } from '#platform/context/context.ts';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import { skuOf } from './sku.ts';

/** Finds SKUs by their numbers in the usage database. Unknown numbers are left out. */
export async function skusByNumber(
  db: DbOrTx,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Selectable<Database['sku']>>> {
  const given = sql<number>`any(${[...new Set(numbers)]}::int[])`;
  const rows = await db.selectFrom('sku').selectAll().where('sku_no', '=', given).execute();
  return new Map(rows.map((row) => [row.sku_no, row]));
}

const columnOf = {
  cloudProvider: 'cloud_provider',
  region: 'region',
  edition: 'edition',
  billingItem: 'billing_item',
  product: 'product',
  type: 'type',
} as const;

export function listSkus(
  { db }: Pick<ReadContext, 'db'>,
  { query }: { query: ParsedQuery<typeof skus.list> },
): Promise<Page<Sku>> {
  let wanted = db.selectFrom('sku');
  if (query.product) wanted = wanted.where('product', '=', query.product);
  if (query.billingItem) wanted = wanted.where('billing_item', '=', query.billingItem);
  if (query.cloudProvider) wanted = wanted.where('cloud_provider', '=', query.cloudProvider);
  if (query.region) wanted = wanted.where('region', '=', query.region);
  if (query.edition) wanted = wanted.where('edition', '=', query.edition);
  return pageOf(
    wanted,
    query,
    (found) =>
      found
        .selectAll()
        .orderBy(columnOf[query.orderBy], query.ordering)
        .orderBy('cloud_provider')
        .orderBy('region')
        .orderBy('edition')
        .orderBy('billing_item')
        .orderBy('tier'),
    skuOf,
  );
}
