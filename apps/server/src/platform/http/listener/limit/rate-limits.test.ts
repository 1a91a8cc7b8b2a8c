import { defineCalls } from '@usance/api/call';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { silent } from '#testing/silent-log.ts';
import { openListener } from '../listener.ts';
import { limitRates } from './rate-limits.ts';

const reply = z.object({});
const { thing, anybodys, alive } = defineCalls('thing', {
  thing: { method: 'GET', path: '/thing/{id}', summary: '', customer: 'signed-in', admission: 'read', reply },
  anybodys: { method: 'GET', path: '/anybodys', summary: '', customer: 'anyone', admission: 'password', reply },
  alive: { method: 'GET', path: '/alive', summary: '', customer: 'anyone', admission: 'always', reply },
});

let app: Awaited<ReturnType<typeof openListener>>;
beforeEach(async () => {
  app = await openListener(silent);
  await limitRates(app, { anonymous: 2, session: 3, address: 5 }, (cookie) => /\bsid=(\w+)/.exec(cookie ?? '')?.[1]);
  app.get('/api/v1/thing/:id', { config: { call: thing } }, async () => ({}));
  app.get('/api/v1/anybodys', { config: { call: anybodys } }, async () => ({}));
  app.get('/api/v1/alive', { config: { call: alive } }, async () => ({}));
  app.get('/api/docs', async () => ({}));
  app.get('/page', async () => ({}));
});
afterEach(() => app.close());

const ask = async (url: string, cookie?: string, more: { method?: 'HEAD'; remoteAddress?: string } = {}) =>
  (await app.inject({ url, headers: cookie === undefined ? {} : { cookie }, ...more })).statusCode;
const statusesOf = async (count: number, url: string, cookie?: string) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push(await ask(url, cookie));
  return statuses;
};

describe('rate limits', () => {
  it('answer 429 with Retry-After to an address without a session', async () => {
    expect(await statusesOf(3, '/api/v1/thing/1')).toEqual([200, 200, 429]);
    const refused = await app.inject('/api/v1/thing/1');
    expect(refused.json()).toMatchObject({ code: 429, reason: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('last a minute, even if the clock ran ahead when they were reached', async () => {
    const real = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(real + 70 * 86_400_000);
    await statusesOf(3, '/api/v1/thing/1');
    clock.mockRestore();
    const refused = await app.inject('/api/v1/thing/1');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('begin anew when their minute is over', async () => {
    expect(await statusesOf(3, '/api/v1/thing/1')).toEqual([200, 200, 429]);
    const later = performance.now() + 60_000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(await statusesOf(1, '/api/v1/thing/1')).toEqual([200]);
    vi.restoreAllMocks();
  });

  it('count each session by itself', async () => {
    expect(await statusesOf(4, '/api/v1/thing/1', 'sid=a')).toEqual([200, 200, 200, 429]);
    expect(await statusesOf(1, '/api/v1/thing/1', 'sid=b')).toEqual([200]);
  });

  it('cannot be escaped with made-up sessions', async () => {
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push(await ask('/api/v1/thing/1', `sid=${i}`));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('are raised only by the session’s cookie', async () => {
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push(await ask('/api/v1/thing/1', `other=${i}; sid=a; more=${i}`));
    expect(statuses).toEqual([200, 200, 200, 429]);
    for (let i = 0; i < 3; i += 1) statuses.push(await ask('/api/v1/thing/1', `other=${i}`));
    expect(statuses.slice(4)).toEqual([200, 200, 429]);
  });

  it('ignore the session for open calls, where it could be made up', async () => {
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push(await ask('/api/v1/anybodys', `sid=${i}`));
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each(['/%61pi/v1/thing/1', '/ap%69/v1/thing/%31', '/api/docs', '/api/nothing', '/%61pi/nothing'])(
    'apply to %s in any spelling',
    async (url) => {
      expect((await statusesOf(3, url))[2]).toBe(429);
    },
  );

  it('apply to HEAD as to GET', async () => {
    for (let i = 0; i < 2; i += 1) await ask('/api/v1/thing/1', undefined, { method: 'HEAD' });
    expect(await ask('/api/v1/thing/1')).toBe(429);
  });

  it('count a whole IPv6 network as one address', async () => {
    const from = (remoteAddress: string) => ask('/api/v1/thing/1', undefined, { remoteAddress });
    const statuses = [await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8::3')];
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each(['/page', '/api/v1/alive'])('do not apply to %s', async (url) => {
    expect(new Set(await statusesOf(10, url))).toEqual(new Set([200]));
  });
});
