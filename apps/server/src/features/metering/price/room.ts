import { priceId, prices, priceUnit } from '@usance/api/metering/price';
import type { Room } from '#platform/house/room.ts';
import { mount } from '#platform/http/calls/verb.ts';
import { createPrices } from './create-prices.ts';
import { deletePrices } from './delete-prices.ts';
import { endPrice } from './end-price.ts';
import { listPrices, listPricesOfContract } from './price.queries.ts';
import { quotePrices } from './quote-prices.ts';

export const priceRoom: Room = {
  calls: mount(prices, {
    create: createPrices,
    update: endPrice,
    delete: deletePrices,
    list: listPrices,
    inRegion: quotePrices,
    contractList: listPricesOfContract,
  }),
  tables: {
    price: { travels: { by: ['id'], ofSku: true, tells: { id: priceId, price_unit: priceUnit } } },
  },
};
