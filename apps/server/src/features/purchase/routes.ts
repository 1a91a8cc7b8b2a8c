import { Readable } from 'node:stream';
import {
  accumulatePurchasesDaily as accumulateCall,
  accumulatePurchasesDailyInternal,
  aggregatePurchasesInternal,
  aggregatePurchases as aggregateCall,
  aggregatePurchasesBySku as aggregateBySkuCall,
  aggregatePurchasesBySkuInternal,
  calculatePurchases as calculateCall,
  distinctPurchaseFields as distinctCall,
  distinctPurchaseFieldsInternal,
  downloadPurchases as downloadCall,
  downloadPurchasesInternal,
  listPurchases as listCall,
  listPurchasesInternal,
} from '@usance/contract/purchase';
import type { Router } from '../../platform/http/mount.ts';
import { JsonStream } from '../../platform/http/json-stream.ts';
import { accumulatePurchasesDaily } from './accumulate-daily.ts';
import { aggregatePurchasesBySku } from './aggregate-by-sku.ts';
import { aggregatePurchases } from './aggregate-purchases.ts';
import { calculatePurchases } from './calculate-purchases.ts';
import { distinctPurchaseFields } from './distinct-fields.ts';
import { downloadPurchases } from './download-purchases.ts';
import { listPurchases } from './list-purchases.ts';
import { csvLanguageOf } from './purchase-csv.ts';

/** The purchase's calls on the public listener. */
export function purchaseRoutes(router: Router): void {
  mountReads(router, {
    list: listCall,
    aggregate: aggregateCall,
    bySku: aggregateBySkuCall,
    daily: accumulateCall,
    distinct: distinctCall,
    download: downloadCall,
  });
}
