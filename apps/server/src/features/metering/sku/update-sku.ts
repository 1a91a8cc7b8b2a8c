import type { ParsedBody } from '@usance/api/call';
import type { Sku, skus } from '@usance/api/sku';
import { currencies } from '@usance/money/currency';
import type { Work } from '../../../platform/context/context.ts';
import { notFound } from '../../../platform/refusal.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { skuOf } from './sku.ts';

/** Changes how a SKU is shown: in what is signed it keeps its words, open months are rated again and take the new ones. */
export async function updateSku(
  { tx }: Pick<Work, 'tx'>,
  { body: { id, ...shown } }: { body: ParsedBody<typeof skus.update> },
): Promise<Sku> {
  const row = await tx
    .updateTable('sku')
    .set({ product: shown.product, type: shown.type, sub_type: shown.subType })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('SKU_NOT_FOUND');
  for (const currency of currencies) await markRepricedDays(tx, { contractId: null, currency, from: new Date(0) });
  return skuOf(row);
}
