import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import type { Deps } from '#platform/context/context.ts';
import { createPrices } from '../../../metering/price/create-prices.ts';
import { atOnce } from './at-once.ts';

/** Adds a version of one list price in the middle of the story: public traffic becomes cheaper from a month on. */
export async function lowerEgressPrice(deps: Deps, from: BillingMonth): Promise<void> {
  const skus = await deps.db
    .selectFrom('sku')
    .select('id')
    .where('billing_item', '=', 'network')
    .where('tier', '=', 'export.public')
    .execute();
  const effectiveFrom = new Date(rangeOf(from, 'UTC').start).toISOString();
  const version = { currency: 'USD', unitPrice: '0.085', priceUnit: 'GB', effectiveFrom } as const;
  const items = skus.map(({ id }) => ({ skuId: id, ...version }));
  await atOnce(deps, (work) => createPrices(work, { body: { items } }));
}
