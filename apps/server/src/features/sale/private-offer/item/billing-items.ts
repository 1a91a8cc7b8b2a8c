import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { OfferItemType, privateOffers } from '@usance/api/sale/private-offer';
import type { ReadContext } from '#platform/context/context.ts';
import { listedAt } from './offer-figures.ts';
import { itemTypeOf, offeredSkuOf } from './offered-sku.ts';

type Query = ParsedQuery<typeof privateOffers.byocItems> & Partial<ParsedQuery<typeof privateOffers.saasItems>>;

/** Lists the items of a cloud that can be offered, with their current list prices. */
export const listBillingItems =
  (itemType: OfferItemType) =>
  async (
    { db, now }: Pick<ReadContext, 'db' | 'now'>,
    { query: { cloudProvider, region, currency } }: { query: Query },
  ): Promise<CallReply<typeof privateOffers.byocItems>> => {
    let known = db.selectFrom('sku').selectAll().where('cloud_provider', '=', cloudProvider);
    if (region !== undefined) known = known.where('region', '=', region);
    const rows = await known.orderBy('region').orderBy('edition').orderBy('billing_item').orderBy('tier').execute();
    const skus = rows.filter((row) => itemTypeOf(row) === itemType);
    const listed = await listedAt(db, { currency, at: now, skuIds: skus.map(({ id }) => id) });
    return {
      items: skus.map((sku) => {
        const price = listed.get(sku.id);
        return {
          ...offeredSkuOf(sku),
          listingPrice: price?.unit_price ?? null,
          priceUnit: price?.price_unit ?? sku.unit,
        };
      }),
    };
  };
