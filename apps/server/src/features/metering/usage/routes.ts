import { ingestUsage as ingestCall } from '@usance/api/usage';
import type { Router } from '../../../platform/http/mount.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ingestUsage } from './ingest-usage.ts';

export function usageInternalRoutes(router: Router): void {
  router.longWrite(ingestCall, (ctx, { request }) => {
    if (!isBody(request.body)) throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Usage comes as application/x-ndjson.');
    return ingestUsage(ctx, request.body);
  });
}

function isBody(body: unknown): body is AsyncIterable<Buffer> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
