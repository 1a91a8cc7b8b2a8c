import type { Call } from '@usance/api/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { atEntrance, entranceOf } from '../load/admission.ts';
import { assertCaller } from './access.ts';
import { goneOf } from './gone.ts';
import type { Side } from './served-call.ts';

// What people send is shorter: they are looked up once, when all of it is there.
const smallBytes = 4 * 1024;

/** Refuses by its head whoever may not make the call and would send a body first: a large one, or one that they wait to be asked for. */
export async function refuseUnknown(
  { family, gate, slots }: Pick<Side, 'family' | 'gate' | 'slots'>,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (call[family] === 'anyone' || (request.headers.expect === undefined && !holdsLargeBody(request))) return;
  const slot = await entranceOf(slots, request).take(atEntrance(request), goneOf(reply));
  assertCaller(call, family, await gate.subjectOf(request).finally(slot.end));
}

/** Only JSON is held before anybody is looked up. Without a length, in pieces, it may become large. */
function holdsLargeBody({ mediaType, headers }: FastifyRequest): boolean {
  return mediaType === 'application/json' && Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > smallBytes;
}
