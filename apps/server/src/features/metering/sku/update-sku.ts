import type { ParsedBody } from '@usance/api/call';
import type { Sku, skus } from '@usance/api/sku';
import { sql } from 'kysely';
import type { Work } from '../../../platform/context/context.ts';
import { notFound } from '../../../platform/refusal.ts';
import { skuOf } from './sku.ts';

/**
 * Changes how a SKU is shown from now on. Days that are rated keep its words until they are rated again, at the latest
 * when their month is calculated or signed.
 */
export async function updateSku(
  { tx }: Pick<Work, 'tx'>,
  { body: { id, ...shown } }: { body: ParsedBody<typeof skus.update> },
): Promise<Sku> {
  const row = await tx
    .updateTable('sku')
    .set({
      product: shown.product,
      type: shown.type,
      sub_type: shown.subType,
      shown_run: sql<string>`nextval('purchase_run_no')`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('SKU_NOT_FOUND');
  return skuOf(row);
}
