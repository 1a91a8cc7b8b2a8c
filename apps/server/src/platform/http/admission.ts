import underPressure from '@fastify/under-pressure';
import type { Call } from '@usance/api/call';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../refusal.ts';
import { callFinder } from './route-calls.ts';
import { Semaphore } from './semaphore.ts';

export type CallClass = 'export' | 'read' | 'write' | 'password' | 'always';

/** How many of a class may run at once in this process. */
export type Admission = Readonly<Record<Exclude<CallClass, 'always'>, Semaphore>>;

/** The limits of one process, shared by its listeners, since both lean on the same databases and cores. */
export function openAdmission(): Admission {
  const limit = (atOnce: number) => new Semaphore({ atOnce, queue: 100, waitMs: 500 });
  return { export: limit(2), read: limit(24), write: limit(12), password: limit(2) };
}

/** Health and the way out are never refused; downloads and password hashing are the dear ones. */
export function classOf(call: Call): CallClass {
  const id = call.id.replace('internal.', '');
  if (id.startsWith('health.') || id === 'account.logout') return 'always';
  if (id === 'account.login') return 'password';
  if (call.method === 'GET') return call.replyMedia ? 'export' : 'read';
  return 'write';
}

type Pressure = 'eventLoopUtilization' | 'eventLoopDelay' | string;

/** Under pressure downloads go first, then reads, writes only when the loop is very late; sign-in never. */
export function isShed(callClass: CallClass, pressure: Pressure, value: number | undefined): boolean {
  if (callClass === 'always' || callClass === 'password') return false;
  if (callClass === 'export') return true;
  if (pressure === 'eventLoopUtilization') return false;
  if (callClass === 'read') return true;
  return pressure === 'eventLoopDelay' && (value ?? 0) > 1_000;
}

/** Puts a listener's calls under the limits: 503 with Retry-After rather than a slow answer for everybody. */
export async function admitWithin(app: FastifyInstance, admission: Admission, calls: readonly Call[]): Promise<void> {
  const callOf = callFinder(calls);
  await app.register(underPressure, {
    maxEventLoopDelay: 250,
    maxEventLoopUtilization: 0.95,
    eventLoopUtilizationMode: 'interval',
    maxRssBytes: 1_200_000_000,
    pressureHandler: (request, _reply, type, value) => {
      const call = callOf(request);
      if (call && isShed(classOf(call), type, value)) throw unavailable();
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    const callClass = call ? classOf(call) : 'always';
    if (callClass === 'always') return;
    const semaphore = admission[callClass];
    await semaphore.acquire();
    // `close` comes after every end of an exchange: answered, failed, or left by its client.
    if (reply.raw.destroyed) semaphore.release();
    else reply.raw.once('close', () => semaphore.release());
  });
}
