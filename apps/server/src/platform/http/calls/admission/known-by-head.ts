import type { Call } from '@usance/api/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { atEntrance, entranceOf } from '../../load/admission.ts';
import { assertCaller } from './access.ts';
import { goneOf } from './gone.ts';
import type { Side } from './served-call.ts';

// Requests of people are smaller; their callers are looked up once, when the whole body is there.
const smallBytes = 4 * 1024;

/**
 * Refuses a caller without permission by the head of the request, if the body is large or the client waits for 100
 * Continue.
 */
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

/** Only JSON is held before the look-up. A chunked body has no length and may become large. */
function holdsLargeBody({ mediaType, headers }: FastifyRequest): boolean {
  return mediaType === 'application/json' && Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > smallBytes;
}
