import {
  createPrices as createCall,
  deletePrices as deleteCall,
  endPrice as endCall,
  listPrices as listCall,
  listContractPrices,
} from '@usance/api/price';
import type { Router } from '../../../platform/http/mount.ts';
import { getContract } from '../../party/contract/contract.queries.ts';
import { deletePrices, endPrice } from './change-prices.ts';
import { createPrices } from './create-prices.ts';
import { listPrices } from './price.queries.ts';

export function priceInternalRoutes(router: Router): void {
  router.write(createCall, async (ctx, { body }) => ({
    items: await createPrices(ctx.tx, body.items),
  }));
  router.write(endCall, (ctx, { params, body }) => endPrice(ctx.tx, params.id, body.effectiveTo));
  router.write(deleteCall, (ctx, { query }) => deletePrices(ctx.tx, query.ids, ctx.clock.now()));
  router.read(listCall, async (ctx, { query }) => paged(query, await listPrices(ctx.db, query)));
  router.read(listContractPrices, async (ctx, { params, query }) => {
    const contract = await getContract(ctx.db, params.id);
    return paged(query, await listPrices(ctx.db, query, contract));
  });
}

function paged<T>(query: { pageNum: number; pageSize: number }, found: T) {
  return { ...found, pageNum: query.pageNum, pageSize: query.pageSize };
}
