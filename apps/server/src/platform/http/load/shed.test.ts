import { defineCalls } from '@usance/api/call';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { openAdmission } from './admission.ts';
import { isShed, shedLoad, usualPressure } from './shed.ts';

const anything = { method: 'GET', summary: 'Anything', customer: 'signed-in', reply: z.string() } as const;

describe('under load', () => {
  it.each([
    ['eventLoopDelay', 126, ['export', 'usage-export']],
    ['eventLoopDelay', 300, ['export', 'usage-export', 'read', 'usage-read']],
    ['eventLoopDelay', 1_500, ['export', 'usage-export', 'read', 'usage-read', 'write', 'usage-write']],
    ['liveBytes', 2e9, ['export', 'usage-export', 'read', 'usage-read']],
  ] as const)('%s of %d sheds %j and nothing else', (pressure, value, shed) => {
    const classes = ['export', 'usage-export', 'read', 'usage-read', 'write', 'usage-write'] as const;
    const never = ['password', 'always'] as const;
    expect([...classes, ...never].filter((callClass) => isShed(callClass, pressure, value))).toEqual(shed);
  });

  it('a loop that is always busy in short turns refuses no request', async () => {
    const app = Fastify();
    const { download } = defineCalls('busy', {
      download: { ...anything, path: '/download', admission: 'usage-export' },
    });
    // The delay of the event loop depends on the machine here.
    const pressure = { ...usualPressure, maxEventLoopDelay: 3_600_000 };
    await shedLoad(app, 'customer', { admission: openAdmission(), pressure });
    app.get('/download', { config: { call: download } }, () => 'sent');
    await app.ready();
    while (app.memoryUsage().eventLoopUtilized < 0.97) await new Promise((resolve) => setImmediate(resolve));
    expect((await app.inject('/download')).statusCode).toBe(200);
    await app.close();
  });

  it('a person who opens two pages of seven analyses at once gets them all, however slow', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { 'usage-read': work } = openAdmission().customer.work;
    const answered = Promise.all(
      Array.from({ length: 14 }, async () => {
        const slot = await work.take({ account: 'a', address: '10.0.0.1' });
        setTimeout(slot.end, 1_000);
      }),
    );
    await vi.advanceTimersByTimeAsync(7_000);
    await answered;
  });

  it('customers take no slots from internal callers, nor calls of one database from those of the other', async () => {
    const { customer, internal } = openAdmission();
    const leaving = new AbortController();
    const waiting: Promise<unknown>[] = [];
    for (let i = 0; !customer.work.write.isFull; i += 1)
      waiting.push(customer.work.write.take({ account: `${i}`, address: `${i}` }, leaving.signal));
    await internal.work.write.take();
    await customer.work['usage-read'].take();
    leaving.abort();
    expect((await Promise.allSettled(waiting)).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });
});
