import {
  accumulatePurchasesDaily,
  aggregatePurchases,
  aggregatePurchasesBySku,
  distinctPurchaseFields,
  downloadPurchases,
  listPurchases,
} from '@usance/api/purchase';
import { plusDays24h } from '@usance/period/instant';
import { datacloudIds, month } from './synthetic-usage.ts';

const wholeMonth = { start: String(month.start), end: String(month.end) };
const oneDay = { start: String(plusDays24h(month.start, 9)), end: String(plusDays24h(month.start, 10)) };
const filtered = { datacloudID: datacloudIds.slice(2, 3).join(), product: 'Compute,Network' };

/** Every read of the purchases API, over the whole month where it is not a download. */
export const purchaseReads: readonly { name: string; path: string; query: Record<string, string> }[] = [
  { name: 'list, newest first', ...listPurchases, query: wholeMonth },
  { name: 'list, largest first', ...listPurchases, query: { ...wholeMonth, orderBy: 'amount' } },
  { name: 'list, filtered', ...listPurchases, query: { ...wholeMonth, ...filtered } },
  { name: 'list, 1,000 a page', ...listPurchases, query: { ...wholeMonth, pageSize: '1000' } },
  { name: 'agg-by product', ...aggregatePurchases, query: { ...wholeMonth, aggDimensions: 'product' } },
  { name: 'agg-by day', ...aggregatePurchases, query: { ...wholeMonth, aggDimensions: 'day' } },
  { name: 'agg-by product and day', ...aggregatePurchases, query: { ...wholeMonth, aggDimensions: 'product,day' } },
  { name: 'agg-by-sku', ...aggregatePurchasesBySku, query: wholeMonth },
  { name: 'daily-acc', ...accumulatePurchasesDaily, query: wholeMonth },
  { name: 'distinct-fields', ...distinctPurchaseFields, query: wholeMonth },
  { name: 'download of a day as CSV', ...downloadPurchases, query: oneDay },
];
