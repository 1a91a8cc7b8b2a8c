import underPressure from '@fastify/under-pressure';
import type { Admission, Family } from '@usance/api/call';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../../refusal.ts';
import { type AdmissionSlots, entranceOf, workFor } from './admission.ts';
import { LiveMemory } from './live-memory.ts';
import { callOf } from './routed-call.ts';

type Pressure = 'eventLoopDelay' | string;

/**
 * True if a call is refused under pressure: downloads first, then reads, writes only if the loop is very late, sign-in
 * never.
 *
 * @internal for its own test
 */
export function isShed(admission: Admission, pressure: Pressure, value: number | undefined): boolean {
  if (admission === 'always' || admission === 'password') return false;
  if (admission === 'export' || admission === 'usage-export') return true;
  if (pressure !== 'eventLoopDelay') return admission === 'read' || admission === 'usage-read';
  return (value ?? 0) > (admission === 'read' || admission === 'usage-read' ? 250 : 1_000);
}

/**
 * Limits above which a process is under pressure; 0 is never. Utilisation of the event loop says nothing: one reply
 * read at full speed keeps the loop busy while no request waits. Late turns mean pressure.
 */
export interface PressureLimits {
  readonly maxEventLoopDelay: number;
  /** Live bytes, as opposed to the resident memory. */
  readonly maxLiveBytes: number;
}

export const usualPressure: PressureLimits = {
  maxEventLoopDelay: 125,
  maxLiveBytes: 1_000_000_000,
};

/** Refuses by its head a request that would be refused anyway, before its body is read or its caller looked up. */
export async function shedLoad(
  app: FastifyInstance,
  family: Family,
  { admission, pressure }: { admission: AdmissionSlots; pressure: PressureLimits },
): Promise<void> {
  const { maxLiveBytes, ...maxEventLoop } = pressure;
  await app.register(underPressure, {
    ...maxEventLoop,
    pressureHandler: (request, _reply, type, value) => {
      const call = callOf(request);
      if (call && isShed(call.admission, type, value)) throw unavailable(`the event loop is late (${call.admission})`);
    },
  });
  const memory = maxLiveBytes > 0 ? new LiveMemory(maxLiveBytes) : undefined;
  app.addHook('onRequest', async (request) => {
    const call = callOf(request);
    if (call === undefined || call.admission === 'always') return;
    if (isShed(call.admission, 'liveBytes', undefined) && memory?.isOver(performance.now()))
      throw unavailable('too much live memory');
    const slots = admission[family];
    for (const line of [entranceOf(slots, request), workFor(slots, call, request)])
      if (line.isFull) throw unavailable(`the line for ${line.of} is full`);
  });
}
