import { Readable } from 'node:stream';
import type { Purchase } from '@usance/api/purchase';
import { JsonStream } from '#platform/http/calls/json-stream.ts';
import type { Page, PageRequest } from '#platform/postgres/page.ts';

/** How many rows there are, and those of one page as the engine finds them, some hundreds at a time. */
export interface FoundPurchases {
  readonly totalSize: number;
  readonly batches: AsyncIterable<Purchase[]>;
}

/** A page above this many rows is sent as it is found: "all" costs the memory of some hundred rows, and no row waits. */
const largestBuiltPage = 100;

/** The rows found as a page, built whole or as a stream of its text. */
export async function purchasePage(
  found: FoundPurchases,
  { pageNum, pageSize }: PageRequest,
): Promise<Page<Purchase> | JsonStream> {
  if (pageSize > largestBuiltPage) return new JsonStream(Readable.from(pageText(found, { pageNum, pageSize })));
  const items: Purchase[] = [];
  for await (const batch of found.batches) items.push(...batch);
  return { items, pageNum, pageSize, totalSize: found.totalSize };
}

async function* pageText({ totalSize, batches }: FoundPurchases, { pageNum, pageSize }: PageRequest) {
  // Nothing is told before the first row is there: until then the reply can still be a refusal.
  let before = `{"pageNum":${pageNum},"pageSize":${pageSize},"totalSize":${totalSize},"items":[`;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map((row) => JSON.stringify(row)).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
