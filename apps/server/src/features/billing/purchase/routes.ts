import { purchases } from '@usance/api/purchase';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { calculatePurchases } from '../../metering/rating/calculate-purchases.ts';
import { accumulatePurchasesDaily } from './analysis/accumulate-daily.ts';
import { aggregatePurchasesBySku } from './analysis/aggregate-by-sku.ts';
import { aggregatePurchases } from './analysis/aggregate-purchases.ts';
import { distinctPurchaseFields } from './analysis/distinct-fields.ts';
import { downloadPurchases } from './download/download-purchases.ts';
import { listPurchases } from './list-purchases.ts';
import { purchasePage } from './purchase-page.ts';

export const purchaseRoom: Room = (mount) =>
  mount(purchases, {
    list: async (ctx, { query }) => purchasePage(await listPurchases(ctx, query), query),
    aggBy: async (ctx, { query }) => ({ items: await aggregatePurchases(ctx, query) }),
    aggBySku: async (ctx, { query }) => ({ items: await aggregatePurchasesBySku(ctx, query) }),
    dailyAcc: async (ctx, { query }) => ({ items: await accumulatePurchasesDaily(ctx, query) }),
    distinctFields: (ctx, { query }) => distinctPurchaseFields(ctx, query),
    download: (ctx, { query }) => downloadPurchases(ctx, query, ctx.language),
    calculate: new SpanningVerb((ctx, { body }) => calculatePurchases(ctx, ctx.contract, body)),
  });
