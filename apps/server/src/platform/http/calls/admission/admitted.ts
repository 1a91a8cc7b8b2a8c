import type { Readable } from 'node:stream';
import type { Call } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';
import type { Grounds } from '../../../context/context.ts';
import type { Subject } from '../../../context/subject.ts';
import { unavailable } from '../../../refusal.ts';
import { atEntrance, entranceOf, workFor } from '../../load/admission.ts';
import type { ArrivedBody } from '../input/arrived-body.ts';
import { uploadedFile } from '../input/uploaded-file.ts';
import type { Input } from '../verb.ts';
import { admit } from './admit.ts';
import type { ServedCall } from './served-call.ts';

/** A request that has arrived in full and is allowed. */
export interface Admitted {
  readonly subject: Subject;
  readonly input: Input<Call>;
  readonly grounds: Partial<Grounds>;
  readonly arrived: ArrivedBody | undefined;
  /** Milliseconds in line before the caller was looked up. */
  readonly waitedMs: number;
}

/**
 * Waits in line, looks up the caller and the call, and reads the body. Throws the refusal of a request that is not
 * allowed.
 */
export async function admittedBy(served: ServedCall, request: FastifyRequest, gone: AbortSignal): Promise<Admitted> {
  const { call, side, arrivals } = served;
  const { family, gate, slots } = side;
  const lookUp = async () => {
    const subject = await gate.subjectOf(request);
    return { subject, ...(await admit(call, family, gate, subject, request)) };
  };
  // Calls that are never refused skip the line only for known callers, or without a look-up: otherwise made-up sessions
  // would cause any number of look-ups.
  const isNeverRefused = call.admission === 'always' && (call[family] === 'anyone' || request.isKnown);
  const entrance = isNeverRefused ? slots.work.always : entranceOf(slots, request);
  const slot = await entrance.take(atEntrance(request), gone);
  const { waitedMs } = slot;
  // A caller who would be refused now need not be looked up.
  const work = workFor(slots, call, request);
  const admitted = work.isFull ? Promise.reject(unavailable(`the line for ${work.of} is full`)) : lookUp();
  const { subject, input, grounds } = await admitted.finally(slot.end);
  if (call.bodyMedia === undefined) return { subject, input, grounds, arrived: undefined, waitedMs };
  // The call declares a stream as its body, and admit has checked it; the general call type cannot express that.
  const sent = input.body as unknown as Readable;
  const pieces = sent.iterator({ destroyOnReturn: false });
  const arrived = await arrivals.arrived(pieces, call).catch((error: unknown) => {
    // The rest of a refused body is discarded, or the connection would hang until it is cut.
    sent.resume();
    throw error;
  });
  try {
    const { body, digest } = await contentOf(call, arrived, request);
    const whole = { ...input, body } as unknown as Input<Call>;
    return { subject, input: whole, grounds, arrived: { ...arrived, digest }, waitedMs };
  } catch (error) {
    await arrived.close();
    throw error;
  }
}

/**
 * Returns the verb's body and the digest that identifies the request. A form is identified by its file, because its
 * boundaries differ each time.
 */
async function contentOf(call: Call, arrived: ArrivedBody, request: FastifyRequest) {
  if (call.bodyMedia !== 'multipart/form-data') return { body: againAndAgain(arrived), digest: arrived.digest };
  const contentType = request.headers['content-type'] ?? '';
  const file = await uploadedFile(arrived.content, contentType, call.largestBody ?? arrived.bytes);
  return { body: file, digest: `${file.digest} ${file.filename}` };
}

/** A body that has arrived can be read more than once. */
const againAndAgain = ({ content }: ArrivedBody): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => content()[Symbol.asyncIterator](),
});
