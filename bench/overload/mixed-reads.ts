import { availableBalances } from '@usance/api/billing/available-balance';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import type { Call } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { accounts } from '@usance/api/people/account';
import { urlOf } from '@usance/api/request';
import { type Client, readOnce } from './clients.ts';

const aMonth = 31 * 24 * 3_600_000;

/**
 * Returns the URLs, by name, of the reads that a console on bills sends for the contract in USD, over a month and over
 * a year.
 */
export async function mixedReads(origin: string, client: Client): Promise<ReadonlyMap<string, string>> {
  const { text } = await readOnce(client, origin + urlOf(contracts.list, {}));
  const { items } = contracts.list.reply.parse(JSON.parse(text));
  const id = items.find(({ currency }) => currency === 'USD')?.id;
  if (id === undefined) throw new Error(`No contract in USD: ${text}`);
  const [end, params] = [Date.now(), { id }];
  const [month, year] = [
    { start: end - aMonth, end },
    { start: end - 12 * aMonth, end },
  ];
  const reads: readonly [string, Call, object][] = [
    ['whoami', accounts.whoami, {}],
    ['contracts', contracts.list, {}],
    ['statements', statements.list, { params }],
    ['available balance', availableBalances.get, { params }],
    ['purchases', purchases.list, { params, query: { ...year, pageSize: 20 } }],
    ['month by day and product', purchases.aggBy, { params, query: { ...month, aggDimensions: ['day', 'product'] } }],
    ['year by data cloud', purchases.aggBy, { params, query: { ...year, aggDimensions: ['datacloudID'] } }],
    ['year by SKU', purchases.aggBySku, { params, query: year }],
    ['daily', purchases.dailyAcc, { params, query: month }],
  ];
  return new Map(reads.map(([name, call, input]) => [name, origin + urlOf(call, input)]));
}
