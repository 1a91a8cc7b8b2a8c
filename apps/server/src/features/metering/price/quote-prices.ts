import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { prices } from '@usance/api/metering/price';
import { says } from '@usance/api/rule';
import { withFormatted } from '@usance/money/display';
import { instantOf } from '@usance/period/instant';
import type { ReadContext } from '#platform/context/context.ts';
import { invalidParameter } from '#platform/refusal.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { findRegion } from '../../contract/region/region.ts';
import { decidingInstant } from './book/deciding-instant.ts';
import { holdsAt } from './price.queries.ts';

/**
 * Returns the list prices of this hour in a region and an edition: what a data cloud costs before anything that was
 * agreed. Refuses an unknown region with 400.
 */
export async function quotePrices(
  { db, now, contract: { currency } }: ContractReading & Pick<ReadContext, 'now'>,
  { query: { regionID, edition } }: { query: ParsedQuery<typeof prices.inRegion> },
): Promise<CallReply<typeof prices.inRegion>> {
  const place = findRegion(regionID);
  if (!place) throw invalidParameter('regionID', says('regionUnknown'));
  const rows = await db
    .selectFrom('price')
    .innerJoin('sku', 'sku.id', 'price.sku_id')
    .select(['sku_id', 'product', 'type', 'sub_type', 'billing_item', 'tier', 'list_price', 'price_unit'])
    .where('price.contract_id', 'is', null)
    .where('price.currency', '=', currency)
    .where(holdsAt('price', decidingInstant(instantOf(now), undefined)))
    .where('sku.cloud_provider', '=', place.cloud)
    .where('sku.region', '=', place.region)
    .where('sku.edition', '=', edition)
    .orderBy('product')
    .orderBy('type')
    .orderBy('sub_type')
    .orderBy('billing_item')
    .orderBy('tier')
    .execute();
  return {
    items: rows.map((row) => ({
      skuId: row.sku_id,
      product: row.product,
      type: row.type,
      subType: row.sub_type,
      billingItem: row.billing_item,
      tier: row.tier,
      currency,
      ...withFormatted({ listPrice: row.list_price }, currency, 8),
      priceUnit: row.price_unit,
    })),
  };
}
