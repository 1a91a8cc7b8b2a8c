import underPressure from '@fastify/under-pressure';
import type { Call, Admission as CallAdmission, Family } from '@usance/api/call';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../../refusal.ts';
import { callFinder } from './route-calls.ts';
import { Semaphore } from './semaphore.ts';

/** How many of a class may run at once in this process. */
export type Admission = Readonly<Record<Exclude<CallAdmission, 'always'>, Semaphore>>;

/** The limits of one process, shared by its listeners, since both lean on the same databases and cores. */
export function openAdmission(): Admission {
  const limit = (atOnce: number) => new Semaphore({ atOnce, queue: 100, waitMs: 500 });
  return { export: limit(2), read: limit(24), write: limit(12), password: limit(2) };
}

type Pressure = 'eventLoopUtilization' | 'eventLoopDelay' | string;

/**
 * Under pressure downloads go first, then reads, writes only when the loop is very late; sign-in never.
 *
 * @internal for its own test
 */
export function isShed(callClass: CallAdmission, pressure: Pressure, value: number | undefined): boolean {
  if (callClass === 'always' || callClass === 'password') return false;
  if (callClass === 'export') return true;
  if (pressure === 'eventLoopUtilization') return false;
  if (callClass === 'read') return true;
  return pressure === 'eventLoopDelay' && (value ?? 0) > 1_000;
}

/** Puts a listener's calls under the limits: 503 with Retry-After rather than a slow answer for everybody. */
export async function admitWithin(
  app: FastifyInstance,
  admission: Admission,
  calls: readonly Call[],
  family: Family,
): Promise<void> {
  const callOf = callFinder(calls, family);
  await app.register(underPressure, {
    maxEventLoopDelay: 250,
    maxEventLoopUtilization: 0.95,
    eventLoopUtilizationMode: 'interval',
    maxRssBytes: 1_200_000_000,
    pressureHandler: (request, _reply, type, value) => {
      const call = callOf(request);
      if (call && isShed(call.admission, type, value)) throw unavailable();
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    const call = callOf(request);
    const callClass = call ? call.admission : 'always';
    if (callClass === 'always') return;
    const semaphore = admission[callClass];
    await semaphore.acquire();
    // `close` comes after every end of an exchange: answered, failed, or left by its client.
    if (reply.raw.destroyed) semaphore.release();
    else reply.raw.once('close', () => semaphore.release());
  });
}
