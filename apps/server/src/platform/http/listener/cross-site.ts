import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { callOf } from '../load/routed-call.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that another site's page makes a browser send. A browser always says where a write comes from
 * (Sec-Fetch-Site or Origin); a client that says neither is no browser and carries no stranger's cookie.
 */
export function refuseCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // What another site's page is meant to send does nothing in the name of whoever the browser is signed in as.
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
