import type { Tx } from '../../../../platform/postgres/database.ts';
import { createSkus } from '../../sku/create-skus.ts';
import { createPrices } from '../create-prices.ts';
import { listPrices } from './list-prices.ts';
import '../price.table.ts';

/** Puts the price list in force from an instant on, unless there are list prices already. */
export async function installListPrices(tx: Tx, from: Date): Promise<void> {
  const there = await tx.selectFrom('price').select('id').where('contract_id', 'is', null).limit(1).executeTakeFirst();
  if (there) return;
  const listed = listPrices();
  const skus = await createSkus(
    tx,
    listed.map(({ sku }) => sku),
  );
  await createPrices(
    tx,
    listed.map(({ currency, unitPrice, listPrice, priceUnit }, index) => ({
      skuId: skus[index]?.id ?? '',
      currency,
      unitPrice,
      listPrice,
      priceUnit,
      effectiveFrom: from.toISOString(),
    })),
  );
}
