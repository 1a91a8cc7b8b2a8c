import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';
import { SteadyCounts } from './steady-counts.ts';

/** Requests a minute: without a session by address, with one by session and, since a cookie may be made up, by address. */
export interface RateLimits {
  readonly anonymous: number;
  readonly session: number;
  readonly address: number;
}

export const usualRates: RateLimits = { anonymous: 60, session: 600, address: 6_000 };

/** 429 with Retry-After for who calls the API too often. Counted in this process; pages and files are free. */
export async function limitRates(app: FastifyInstance, rates: RateLimits): Promise<void> {
  await app.register(rateLimit, { global: false, store: SteadyCounts });
  const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: 60_000, keyGenerator });
  const byAnonymous = limiter(rates.anonymous, (request) => `anonymous ${request.ip}`);
  const bySession = limiter(rates.session, (request) => `session ${digestOf(request.headers.cookie ?? '')}`);
  const byAddress = limiter(rates.address, (request) => `address ${request.ip}`);
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/')) return;
    for (const check of request.headers.cookie ? [bySession, byAddress] : [byAnonymous]) {
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

function digestOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64');
}
