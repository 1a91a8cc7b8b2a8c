import { conflict } from '#platform/refusal.ts';
import type { ItemRow, Listed } from './offer-figures.ts';

/** Throws 409 for a discount on a SKU without a list price at the offer's start. */
export function assertPriced(
  items: readonly Pick<ItemRow, 'sku_id' | 'discount'>[],
  listed: ReadonlyMap<string, Listed>,
): void {
  const at = items.findIndex(({ sku_id, discount }) => discount !== null && !listed.has(sku_id));
  const item = items[at];
  if (item)
    throw conflict(
      'PRICE_CONFLICT',
      'The price list has no price to discount when the offer begins. Set a fixed price.',
      {
        field: `offerItems.${at}.discount`,
        skuId: item.sku_id,
      },
    );
}
