import { Readable } from 'node:stream';
import type { Purchase } from '@usance/api/billing/purchase';
import { JsonStream } from '#platform/http/calls/reply/json-stream.ts';
import type { Page, PageRequest } from '#platform/postgres/page.ts';

/** The number of rows, and those of one page in batches as the engine finds them. */
export interface FoundPurchases {
  readonly totalSize: number;
  readonly batches: AsyncIterable<Purchase[]>;
}

/** A larger page is streamed: it takes the memory of a few hundred rows, whatever its size. */
export const largestBuiltPage = 100;

/** Returns the rows as a page, built at once or streamed. */
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
  // Waits for the first row: until then the reply can still be a refusal.
  let before = `{"pageNum":${pageNum},"pageSize":${pageSize},"totalSize":${totalSize},"items":[`;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map((row) => JSON.stringify(row)).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
