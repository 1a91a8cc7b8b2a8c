import type { Readable } from 'node:stream';
import type { Purchase, purchases } from '@usance/api/billing/purchase';
import type { ParsedQuery } from '@usance/api/call';
import { instant, instantOfEpochMs } from '@usance/period/instant';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { JsonStream } from '#platform/http/calls/reply/json-stream.ts';
import type { Page } from '#platform/postgres/page.ts';
import { tagsOfHours, type UsedHours } from '../../contract/datacloud/tag/tags-of-hours.ts';
import { largestBuiltPage, purchasePage } from './purchase-page.ts';
import { type PurchaseRow, purchaseOf, purchaseRowColumns } from './selection/purchase-row.ts';
import { type PurchaseContext, selectPurchases, type WindowSelection } from './selection/purchase-selection.ts';
import { hoursUsed } from './tag/hours-used.ts';

type Query = ParsedQuery<typeof purchases.list>;

/**
 * Returns a page of rated rows, filtered and ordered. Equal rows are ordered by hour and id, so that pages never
 * overlap.
 */
export async function listPurchases(
  ctx: PurchaseContext,
  { query }: { query: Query },
): Promise<Page<Purchase> | JsonStream> {
  const selection = await selectPurchases(ctx, query);
  const totalSize = await countPurchases(ctx, selection);
  return purchasePage({ totalSize, batches: batchesOf(ctx, selection, query) }, query);
}

const orderColumns: Record<Query['orderBy'], string> = {
  start: 'start_at',
  amount: 'amount',
  consumption: 'consumption',
  listPrice: 'list_price',
  product: 'product',
  datacloudName: 'datacloud_name',
  billingItem: 'billing_item',
  region: 'region',
};
const directions: Record<Query['ordering'], string> = { asc: 'ASC', desc: 'DESC' };

async function countPurchases(ctx: PurchaseContext, selection: WindowSelection): Promise<number> {
  if (selection.knownCount !== undefined) return Number(selection.knownCount);
  const sql = `SELECT count() AS total FROM purchase WHERE ${selection.where}`;
  const rows = await ctx.clickhouse.queryKept<{ total: string }>(sql, selection.params);
  return Number(onlyRow(rows).total);
}

async function* batchesOf(ctx: PurchaseContext, selection: WindowSelection, query: Query): AsyncGenerator<Purchase[]> {
  const direction = directions[query.ordering];
  const sql = `SELECT ${purchaseRowColumns} FROM purchase WHERE ${selection.where}
    ORDER BY ${orderColumns[query.orderBy]} ${direction}, bill_at ${direction}, source, usage_id, slice_no
    LIMIT {limit:UInt64} OFFSET {offset:UInt64}`;
  const params = { ...selection.params, limit: query.pageSize, offset: (query.pageNum - 1) * query.pageSize };
  const { contract } = selection;
  if (query.pageSize <= largestBuiltPage) {
    const rows = await ctx.clickhouse.queryKept<PurchaseRow>(sql, params);
    const history = await tagsOfHours(ctx.db, contract.id, hoursOfRows(rows));
    yield rows.map((row) => purchaseOf(row, contract.currency, history));
    return;
  }
  const history = await tagsOfHours(ctx.db, contract.id, await hoursUsed(ctx, selection));
  const bytes = await ctx.clickhouse.stream(sql, params, 'JSONEachRow');
  for await (const rows of rowsOf(bytes)) yield rows.map((row) => purchaseOf(row, contract.currency, history));
}

/** Returns the hours in which the data clouds of a page were used. */
export function hoursOfRows(rows: readonly PurchaseRow[]): UsedHours[] {
  const starts = Map.groupBy(rows, (row) => row.datacloud_id);
  return [...starts].map(([datacloudId, ofOne]) => {
    const used = ofOne.map((row) => instant(row.start_at));
    return {
      datacloudId,
      first: instantOfEpochMs(Math.min(...used)),
      last: instantOfEpochMs(Math.max(...used)),
    };
  });
}

/** Yields the rows of each chunk of NDJSON; a chunk may end within a row. */
async function* rowsOf(bytes: Readable): AsyncGenerator<PurchaseRow[]> {
  let rest = '';
  for await (const chunk of bytes.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line): PurchaseRow => JSON.parse(line));
  }
  if (rest !== '') yield [JSON.parse(rest)];
}
