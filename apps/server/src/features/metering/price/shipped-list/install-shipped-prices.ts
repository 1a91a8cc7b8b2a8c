import type { Work } from '#platform/context/context.ts';
import { createSkus } from '../../sku/create-skus.ts';
import { createPrices } from '../create-prices.ts';
import { shippedPrices } from './shipped-prices.ts';

/** Installs the shipped price list from an instant on. Does nothing if list prices exist. */
export async function installShippedPrices(work: Pick<Work, 'tx'>, from: Date): Promise<void> {
  const there = work.tx.selectFrom('price').select('id').where('contract_id', 'is', null).limit(1);
  if (await there.executeTakeFirst()) return;
  const shipped = shippedPrices();
  const skus = await createSkus(work, { body: { items: shipped.map(({ sku }) => sku) } });
  const items = shipped.map(({ currency, unitPrice, listPrice, priceUnit }, index) => ({
    skuId: skus.items[index]?.id ?? '',
    currency,
    unitPrice,
    listPrice,
    priceUnit,
    effectiveFrom: from.toISOString(),
  }));
  await createPrices(work, { body: { items } });
}
