import { purchases } from '@usance/api/billing/purchase';
import type { Call } from '@usance/api/call';
import { urlOf } from '@usance/api/request';
import { plusDays24h } from '@usance/period/instant';
import { datacloudIds, month } from './synthetic-usage.ts';

const wholeMonth = { start: month.start, end: month.end };
/** The first half of the month is compared with the whole of it. */
const compared = { formerStart: month.start, formerEnd: plusDays24h(month.start, 15) };
const oneDay = { start: plusDays24h(month.start, 9), end: plusDays24h(month.start, 10) };
const filtered = { datacloudID: datacloudIds.slice(2, 3), product: ['Compute', 'Network'] };

/** Returns the URL of every read of the purchases API, over the whole month; the download covers one day. */
export function purchaseReads(contractId: string): readonly { name: string; url: string }[] {
  const read = (name: string, call: Call, query: object) => ({
    name,
    url: urlOf(call, { params: { id: contractId }, query }),
  });
  const { list, aggBy, groups, changes, aggBySku, dailyAcc, distinctFields, download } = purchases;
  return [
    read('list, newest first', list, wholeMonth),
    read('list, largest first', list, { ...wholeMonth, orderBy: 'amount' }),
    read('list, filtered', list, { ...wholeMonth, ...filtered }),
    read('list, 1,000 a page', list, { ...wholeMonth, pageSize: 1000 }),
    read('agg-by product', aggBy, { ...wholeMonth, aggDimensions: ['product'] }),
    read('agg-by day', aggBy, { ...wholeMonth, aggDimensions: ['day'] }),
    read('agg-by product and day', aggBy, { ...wholeMonth, aggDimensions: ['product', 'day'] }),
    read('groups by product, compared', groups, { ...wholeMonth, ...compared, groupBy: 'product' }),
    read('groups by object', groups, { ...wholeMonth, groupBy: 'objectID' }),
    read('changes by data cloud', changes, { ...wholeMonth, ...compared, by: 'datacloudID' }),
    read('changes by object', changes, { ...wholeMonth, ...compared, by: 'objectID' }),
    read('agg-by-sku', aggBySku, wholeMonth),
    read('daily-acc', dailyAcc, wholeMonth),
    read('distinct-fields', distinctFields, wholeMonth),
    read('download of a day as CSV', download, oneDay),
  ];
}
