import { purchases } from '@usance/api/purchase';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { accumulatePurchasesDaily } from './analysis/accumulate-daily.ts';
import { aggregatePurchasesBySku } from './analysis/aggregate-by-sku.ts';
import { aggregatePurchases } from './analysis/aggregate-purchases.ts';
import { distinctPurchaseFields } from './analysis/distinct-fields.ts';
import { calculateAndFollow } from './calculate-and-follow.ts';
import { downloadPurchases } from './download/download-purchases.ts';
import { listPurchases } from './list-purchases.ts';

export const purchaseRoom: Room = (mount) =>
  mount(purchases, {
    list: listPurchases,
    aggBy: aggregatePurchases,
    aggBySku: aggregatePurchasesBySku,
    dailyAcc: accumulatePurchasesDaily,
    distinctFields: distinctPurchaseFields,
    download: downloadPurchases,
    // Rating puts its rows in place in transactions of its own; running it again comes to the same.
    calculate: new SpanningVerb(calculateAndFollow),
  });
