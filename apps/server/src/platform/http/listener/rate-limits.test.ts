import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openListener } from './listener.ts';
import { limitRates } from './rate-limits.ts';

let app: Awaited<ReturnType<typeof openListener>>;
beforeEach(async () => {
  app = await openListener(pino({ level: 'silent' }));
  app.get('/api/v1/thing', async () => ({}));
  app.get('/page', async () => ({}));
  await limitRates(app, { anonymous: 2, session: 3, address: 5 });
});
afterEach(() => app.close());

const statusesOf = async (count: number, url: string, cookie?: string) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) {
    statuses.push((await app.inject({ url, headers: cookie ? { cookie } : {} })).statusCode);
  }
  return statuses;
};

describe('rate limits', () => {
  it('answer 429 with Retry-After to an address without a session', async () => {
    expect(await statusesOf(3, '/api/v1/thing')).toEqual([200, 200, 429]);
    const refused = await app.inject('/api/v1/thing');
    expect(refused.json()).toMatchObject({ code: 429, reason: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('count each session by itself', async () => {
    expect(await statusesOf(4, '/api/v1/thing', 'sid=a')).toEqual([200, 200, 200, 429]);
    expect(await statusesOf(1, '/api/v1/thing', 'sid=b')).toEqual([200]);
  });

  it('cannot be escaped with made-up sessions', async () => {
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push(...(await statusesOf(1, '/api/v1/thing', `sid=${i}`)));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('last a minute, however far ahead the clock was when they were reached', async () => {
    const real = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(real + 70 * 86_400_000);
    await statusesOf(3, '/api/v1/thing');
    clock.mockRestore();
    const refused = await app.inject('/api/v1/thing');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('begin anew when their minute is over', async () => {
    expect(await statusesOf(3, '/api/v1/thing')).toEqual([200, 200, 429]);
    const later = performance.now() + 60_000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(await statusesOf(1, '/api/v1/thing')).toEqual([200]);
    vi.restoreAllMocks();
  });

  it('leave pages and files free', async () => {
    expect(new Set(await statusesOf(10, '/page'))).toEqual(new Set([200]));
  });
});
