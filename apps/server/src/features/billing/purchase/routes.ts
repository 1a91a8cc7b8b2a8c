import { Readable } from 'node:stream';
import type { ParsedQuery } from '@usance/api/call';
import {
  accumulatePurchasesDaily as accumulateCall,
  accumulatePurchasesDailyInternal as accumulateInternalCall,
  aggregatePurchasesBySku as aggregateBySkuCall,
  aggregatePurchasesBySkuInternal as aggregateBySkuInternalCall,
  aggregatePurchases as aggregateCall,
  aggregatePurchasesInternal as aggregateInternalCall,
  calculatePurchases as calculateCall,
  distinctPurchaseFields as distinctCall,
  distinctPurchaseFieldsInternal as distinctInternalCall,
  downloadPurchases as downloadCall,
  downloadPurchasesInternal as downloadInternalCall,
  listPurchases as listCall,
  listPurchasesInternal as listInternalCall,
  type Purchase,
} from '@usance/api/purchase';
import type { FastifyRequest } from 'fastify';
import type { ReadContext } from '../../../platform/context.ts';
import { JsonStream } from '../../../platform/http/json-stream.ts';
import type { Router } from '../../../platform/http/mount.ts';
import { calculatePurchases } from '../../metering/rating/calculate-purchases.ts';
import { accumulatePurchasesDaily } from './accumulate-daily.ts';
import { aggregatePurchasesBySku } from './aggregate-by-sku.ts';
import { aggregatePurchases } from './aggregate-purchases.ts';
import { distinctPurchaseFields } from './distinct-fields.ts';
import { downloadPurchases } from './download-purchases.ts';
import { listPurchases, type PurchasePage } from './list-purchases.ts';
import { csvLanguageOf } from './purchase-csv.ts';

/** The purchase's calls on the public listener. */
export function purchaseRoutes(router: Router): void {
  router.read(listCall, (ctx, { params, query }) => list(ctx, params.id, query));
  router.read(aggregateCall, (ctx, { params, query }) => items(aggregatePurchases(ctx, params.id, query)));
  router.read(aggregateBySkuCall, (ctx, { params, query }) => items(aggregatePurchasesBySku(ctx, params.id, query)));
  router.read(accumulateCall, (ctx, { params, query }) => items(accumulatePurchasesDaily(ctx, params.id, query)));
  router.read(distinctCall, (ctx, { params, query }) => distinctPurchaseFields(ctx, params.id, query));
  router.read(downloadCall, (ctx, { params, query, request }) =>
    downloadPurchases(ctx, params.id, query, languageOf(request)),
  );
}

/** The purchase's calls on the internal listener: the same reads, and the calculation. */
export function purchaseInternalRoutes(router: Router): void {
  router.longWrite(calculateCall, (ctx, { body }) => calculatePurchases(ctx, body));
  router.read(listInternalCall, (ctx, { params, query }) => list(ctx, params.id, query));
  router.read(aggregateInternalCall, (ctx, { params, query }) => items(aggregatePurchases(ctx, params.id, query)));
  router.read(aggregateBySkuInternalCall, (ctx, { params, query }) =>
    items(aggregatePurchasesBySku(ctx, params.id, query)),
  );
  router.read(accumulateInternalCall, (ctx, { params, query }) =>
    items(accumulatePurchasesDaily(ctx, params.id, query)),
  );
  router.read(distinctInternalCall, (ctx, { params, query }) => distinctPurchaseFields(ctx, params.id, query));
  router.read(downloadInternalCall, (ctx, { params, query, request }) =>
    downloadPurchases(ctx, params.id, query, languageOf(request)),
  );
}

async function list(ctx: ReadContext, contractId: string, query: ParsedQuery<typeof listCall>) {
  const page = await listPurchases(ctx, contractId, query);
  const { pageNum, pageSize } = query;
  if (pageSize > largestBuiltPage) return new JsonStream(Readable.from(pageText(page, pageNum, pageSize)));
  const rows: Purchase[] = [];
  for await (const batch of page.batches) rows.push(...batch);
  return { items: rows, pageNum, pageSize, totalSize: page.totalSize };
}

/** A page above this many rows is sent as it is found: "all" costs the memory of some hundred rows, and no row waits. */
const largestBuiltPage = 100;

async function* pageText({ totalSize, batches }: PurchasePage, pageNum: number, pageSize: number) {
  yield `{"pageNum":${pageNum},"pageSize":${pageSize},"totalSize":${totalSize},"items":[`;
  let separator = '';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield ']}';
}

const items = async <T>(found: Promise<T[]>) => ({ items: await found });

const languageOf = (request: FastifyRequest) => csvLanguageOf(request.headers['accept-language']);
