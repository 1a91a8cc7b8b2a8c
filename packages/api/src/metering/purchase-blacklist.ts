import type * as z from 'zod/mini';
import { idOf } from '../wire.ts';
import { skuId } from './sku.ts';
import { defineTerms } from './term.ts';

export const purchaseBlacklistId = idOf('pbl');

/** A SKU that a contract is not charged for: usage in an hour that begins while it holds is listed with amount 0. */
export const purchaseBlacklists = defineTerms('purchase-blacklist', {
  id: purchaseBlacklistId,
  path: '/contracts/{id}/purchase-blacklists',
  words: ['an entry of the purchase blacklist', 'entries of the purchase blacklist'],
  fixed: 'in signed months',
  value: { skuId },
  replyFields: { skuId },
  access: {},
  held: {},
  refusals: ['MONTH_SIGNED'],
});
export type PurchaseBlacklist = z.output<typeof purchaseBlacklists.create.reply>;
