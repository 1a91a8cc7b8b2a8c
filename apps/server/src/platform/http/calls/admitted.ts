import type { Readable } from 'node:stream';
import type { Call } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';
import type { Grounds } from '../../context/context.ts';
import type { Subject } from '../../context/subject.ts';
import { unavailable } from '../../refusal.ts';
import { atEntrance, entranceOf, workFor } from '../load/admission.ts';
import { admit } from './admit.ts';
import type { ArrivedBody } from './arrived-body.ts';
import type { ServedCall } from './served-call.ts';
import { uploadedFile } from './uploaded-file.ts';
import type { Input } from './verb.ts';

/** A request that is there as a whole, and may be done. */
export interface Admitted {
  readonly subject: Subject;
  readonly input: Input<Call>;
  readonly grounds: Partial<Grounds>;
  readonly arrived: ArrivedBody | undefined;
  /** Milliseconds in line before it was looked at. */
  readonly waitedMs: number;
}

/** Waits in line, looks who asks and what for, and takes in the rest. Throws the refusal of one that may not be done. */
export async function admittedBy(served: ServedCall, request: FastifyRequest, gone: AbortSignal): Promise<Admitted> {
  const { call, side, arrivals } = served;
  const { family, gate, slots } = side;
  const lookUp = async () => {
    const subject = await gate.subjectOf(request);
    return { subject, ...(await admit(call, family, gate, subject, request)) };
  };
  // What is never refused is so for who is known, and where nobody is looked up: made-up sessions would be, in any number.
  const isNeverRefused = call.admission === 'always' && (call[family] === 'anyone' || request.isKnown);
  const entrance = isNeverRefused ? slots.work.always : entranceOf(slots, request);
  const slot = await entrance.take(atEntrance(request), gone);
  const { waitedMs } = slot;
  // Whoever would be refused now need not be looked up.
  const work = workFor(slots, call, request);
  const admitted = work.isFull ? Promise.reject(unavailable(`the line for ${work.of} is full`)) : lookUp();
  const { subject, input, grounds } = await admitted.finally(slot.end);
  if (call.bodyMedia === undefined) return { subject, input, grounds, arrived: undefined, waitedMs };
  // The call says that its body is a stream, and admit has seen that it is; the type of any call cannot.
  const sent = input.body as unknown as Readable;
  const pieces = sent.iterator({ destroyOnReturn: false });
  const arrived = await arrivals.arrived(pieces, call).catch((error: unknown) => {
    // What still comes of a refused body is let go of, or the connection would stand still, and be held, until it is cut.
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

/** Finds what a verb reads, and what the request is known by: a form by its file, since it is parted anew each time it is sent. */
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
