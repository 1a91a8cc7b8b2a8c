import type { ParsedBody } from '@usance/api/call';
import type { Sku, skus } from '@usance/api/metering/sku';
import type { Work } from '#platform/context/context.ts';
import { notFound } from '#platform/refusal.ts';
import { changeWords } from '../rating-terms/rating-terms.ts';
import { skuOf } from './sku.ts';

/**
 * Changes the display fields of a SKU. Rated days keep the old ones until they are rated again, at the latest when
 * their month is calculated or signed.
 */
export async function updateSku(
  { tx }: Pick<Work, 'tx'>,
  { body: { id, product, type, subType } }: { body: ParsedBody<typeof skus.update> },
): Promise<Sku> {
  const before = await tx.selectFrom('sku').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!before) throw notFound('SKU_NOT_FOUND');
  if (before.product === product && before.type === type && before.sub_type === subType) return skuOf(before);
  await changeWords(tx);
  const row = await tx
    .updateTable('sku')
    .set({ product, type, sub_type: subType })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return skuOf(row);
}
