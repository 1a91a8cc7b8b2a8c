import { Socket } from 'node:net';
import { importFocus as importCall } from '@usance/api/focus';
import type { Router } from '../../../platform/http/mount.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { importFocus } from './import-focus.ts';

/** The import's call on the internal listener. */
export function focusInternalRoutes(router: Router): void {
  router.longWrite(importCall, (ctx, { query, request }) => {
    if (!isBody(request.body)) throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'A FOCUS file comes as text/csv.');
    // The reply may take longer than the listener lets a connection be idle.
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(0);
    return importFocus(ctx, request.body, query);
  });
}

function isBody(body: unknown): body is AsyncIterable<Buffer> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
