import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { callOf } from '../load/routed-call.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site's page makes a browser send. Browsers always name the source of a write
 * (Sec-Fetch-Site or Origin). A client without either is not a browser, and carries no user's cookie.
 */
export function refuseCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // Calls meant for forms of other sites do not act for the signed-in account.
    if (safeMethods.has(request.method) || callOf(request)?.formFromElsewhere) return;
    const site = request.headers['sec-fetch-site'];
    const origin = request.headers.origin;
    const sameOrigin =
      site === undefined ? origin === undefined || originHost(origin) === request.headers.host : site === 'same-origin';
    if (!sameOrigin) throw new Refusal('CROSS_SITE_REQUEST', 'This request came from another site.');
  });
}

function originHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
