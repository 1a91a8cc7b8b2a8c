import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import type { Deps } from '../../../platform/context.ts';
import { createPrices } from '../../metering/price/create-prices.ts';
import '../../metering/price/price.table.ts';
import '../../metering/sku/sku.table.ts';

/** A new version of one list price in the middle of the story: traffic to the public becomes cheaper from a month on. */
export async function lowerEgressPrice(deps: Deps, from: BillingMonth): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const skus = await tx
      .selectFrom('sku')
      .select('id')
      .where('billing_item', '=', 'network')
      .where('tier', '=', 'export.public')
      .execute();
    const effectiveFrom = new Date(rangeOf(from, 'UTC').start).toISOString();
    await createPrices(
      tx,
      skus.map(({ id }) => ({ skuId: id, currency: 'USD', unitPrice: '0.085', priceUnit: 'GB', effectiveFrom })),
    );
  });
}
