import { type PurchaseBlacklist, purchaseBlacklistId } from '@usance/api/metering/purchase-blacklist';
import { invalidParameter } from '#platform/refusal.ts';
import { repricing } from '../term/repricing.ts';
import type { TermKind } from '../term/terms.ts';
import { type PurchaseBlacklistColumns, purchaseBlacklistStore } from './purchase-blacklist-store.ts';

type Value = Pick<PurchaseBlacklist, 'skuId'>;

/** The SKUs that a contract is not charged for. Entries of different SKUs may hold at the same time. */
export const purchaseBlacklistTerms: TermKind<PurchaseBlacklistColumns, Value, Value> = {
  ...repricing,
  id: purchaseBlacklistId,
  store: purchaseBlacklistStore,
  ownOf: async ({ tx }, { skuId }, kept) => {
    const wanted = skuId ?? kept?.sku_id ?? '';
    const sku = await tx.selectFrom('sku').select('id').where('id', '=', wanted).executeTakeFirst();
    if (!sku) throw invalidParameter('skuId', `${wanted} does not exist.`);
    return { sku_id: sku.id };
  },
  replyFields: ({ sku_id: skuId }) => ({ skuId }),
  keyOf: ({ sku_id }) => sku_id,
};
