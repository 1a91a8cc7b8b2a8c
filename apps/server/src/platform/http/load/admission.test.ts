import { defineCalls } from '@usance/api/call';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openListener } from '../listener/listener.ts';
import { type Admission, admitWithin, isShed } from './admission.ts';
import { Semaphore } from './semaphore.ts';

const { get: slow } = defineCalls('slow', {
  get: {
    method: 'GET',
    path: '/slow/{id}',
    summary: 'Ends when it is told',
    customer: 'anyone',
    admission: 'read',
    reply: z.object({}),
  },
});

async function listenerWith(limits: { atOnce: number; queue: number; waitMs: number }) {
  const each = () => new Semaphore(limits);
  const admission: Admission = { export: each(), read: each(), write: each(), password: each() };
  const app = await openListener(pino({ level: 'silent' }));
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  app.get('/api/v1/slow/:id', async () => {
    begun.resolve();
    await end.promise;
    return {};
  });
  await admitWithin(app, admission, [slow], 'customer');
  return { app, begun: begun.promise, end: end.resolve };
}

describe('admission', () => {
  it.each([
    ['eventLoopUtilization', 0.99, ['export']],
    ['eventLoopDelay', 300, ['export', 'read']],
    ['eventLoopDelay', 1_500, ['export', 'read', 'write']],
    ['rssBytes', 2e9, ['export', 'read']],
  ] as const)('under %s of %d gives up %j and nothing else', (pressure, value, shed) => {
    const classes = ['export', 'read', 'write', 'password', 'always'] as const;
    expect(classes.filter((callClass) => isShed(callClass, pressure, value))).toEqual(shed);
  });

  it('answers 503 with Retry-After at once when its class is full, and again lets in when a place is free', async () => {
    const { app, begun, end } = await listenerWith({ atOnce: 1, queue: 0, waitMs: 60_000 });
    const first = app.inject('/api/v1/slow/1');
    await begun;
    const refused = await app.inject('/api/v1/slow/2');
    expect(refused.json()).toMatchObject({ code: 503, reason: 'UNAVAILABLE' });
    expect(refused.headers['retry-after']).toBe('5');
    end();
    expect((await first).statusCode).toBe(200);
    expect((await app.inject('/api/v1/slow/3')).statusCode).toBe(200);
    await app.close();
  });

  it('frees the place of a client that left before its reply', async () => {
    const { app, begun, end } = await listenerWith({ atOnce: 1, queue: 1, waitMs: 60_000 });
    const address = await app.listen({ port: 0 });
    const leaving = new AbortController();
    const left = fetch(`${address}/api/v1/slow/1`, { signal: leaving.signal });
    await begun;
    const next = fetch(`${address}/api/v1/slow/2`);
    leaving.abort();
    await expect(left).rejects.toThrow();
    end();
    expect((await next).status).toBe(200);
    await app.close();
  });
});
