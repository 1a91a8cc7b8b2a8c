import { createHash } from 'node:crypto';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../refusal.ts';
import { callOf } from '../../load/routed-call.ts';
import { askedPath } from '../asked-path.ts';
import { SharedCounts } from './shared-counts.ts';

/**
 * Requests a minute: by address without a session; with one by session and, since a cookie may be made up, also by
 * address.
 */
export interface RateLimits {
  readonly anonymous: number;
  readonly session: number;
  readonly address: number;
}

export const usualRates: RateLimits = { anonymous: 60, session: 600, address: 6_000 };

/**
 * Answers 429 with Retry-After to clients that call the API too often, its documents and unknown addresses included.
 * Pages, files and health checks are free. `tokenIn` finds a session's token in a Cookie header. `counts` shares the
 * counts with the installation's other servers.
 */
export async function limitRates(
  app: FastifyInstance,
  rates: RateLimits,
  tokenIn: (cookie: string | undefined) => string | undefined,
  counts = new SharedCounts(),
): Promise<void> {
  await app.register(rateLimit, { global: false, store: counts.store });
  const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: 60_000, keyGenerator });
  const byAnonymous = limiter(rates.anonymous, ({ ip }) => `anonymous ${normalizeIP(ip)}`);
  const bySession = limiter(rates.session, ({ headers }) => `session ${digestOf(tokenIn(headers.cookie) ?? '')}`);
  const byAddress = limiter(rates.address, ({ ip }) => `address ${normalizeIP(ip)}`);

  app.addHook('onRequest', async (request) => {
    const call = callOf(request);
    if (!(request.routeOptions.url ?? askedPath(request)).startsWith('/api/')) return;
    const isForAnybody = call === undefined || call.customer === 'anyone';
    if (isForAnybody && call?.admission === 'always') return;
    const hasSession = !isForAnybody && tokenIn(request.headers.cookie) !== undefined;
    for (const check of hasSession ? [bySession, byAddress] : [byAnonymous]) {
      const result = await check(request);
      if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttlInSeconds);
    }
  });
}

function tooMany(seconds: number): Refusal {
  return new Refusal('TOO_MANY_REQUESTS', 'Too many requests. Please wait a moment.', {
    retryAfterSeconds: String(seconds),
  });
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
