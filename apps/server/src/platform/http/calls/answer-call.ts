import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { normalizeIP } from '@fastify/rate-limit';
import type { Call, Family } from '@usance/api/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bounded } from '../../clickhouse/bounded.ts';
import { limitsOf, type QueryLimits } from '../../clickhouse/limits.ts';
import type { Deps, Grounds } from '../../context/context.ts';
import { languageOf } from '../../context/language.ts';
import type { Subject } from '../../context/subject.ts';
import { type Refusal, unavailable } from '../../refusal.ts';
import type { FamilySlots } from '../load/admission.ts';
import type { Asker } from '../load/crowd.ts';
import type { Gate } from './access.ts';
import { admit } from './admit.ts';
import type { Arrivals, ArrivedBody } from './arrived-body.ts';
import { auditCall } from './audit.ts';
import { cookiesOf } from './cookies.ts';
import { sendAnswer } from './send-answer.ts';
import { spanOnce } from './span-once.ts';
import type { Input, MountedCall } from './verb.ts';
import { writeOnce } from './write-once.ts';

/** Where calls are served from: a listener, the family it serves, who may enter, and how many at once. */
export interface Side {
  readonly app: FastifyInstance;
  readonly family: Family;
  readonly gate: Gate;
  readonly slots: FamilySlots;
  /** Told of a refusal that the call does not declare: a fault of ours, which tests make loud. */
  onUndeclared(call: Call, refusal: Refusal): void;
}

interface ServedCall extends MountedCall {
  readonly side: Side;
  readonly deps: Deps;
  readonly arrivals: Arrivals;
}

/** A request that is there as a whole, and may be done. */
interface Admitted {
  readonly subject: Subject;
  readonly input: Input<Call>;
  readonly grounds: Partial<Grounds>;
  readonly arrived: ArrivedBody | undefined;
  /** Milliseconds in line before it was looked at. */
  readonly waitedMs: number;
}

/**
 * Translates between HTTP and a verb: authenticate, validate, authorise, run, check the reply against its schema. A slot
 * is taken only once all of the request is there and may be done, and given back when the work has ended.
 */
export async function answerCall(served: ServedCall, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { call, side } = served;
  const gone = goneOf(reply);
  const admitted = await admittedBy(served, request, gone);
  const asker = askerOf(admitted.subject, request);
  try {
    const slot = await side.slots.work[call.admission].take(asker, gone, admitted.waitedMs);
    try {
      const answer = await run(served, admitted, request, reply, gone);
      const delivery = { call, request, reply, asker, slot, sending: side.slots.sending, gone };
      return await sendAnswer(delivery, answer);
    } catch (error) {
      slot.end();
      throw error;
    }
  } finally {
    await admitted.arrived?.close();
  }
}

async function admittedBy(served: ServedCall, request: FastifyRequest, gone: AbortSignal): Promise<Admitted> {
  const { call, side, arrivals } = served;
  const { family, gate, slots } = side;
  const lookUp = async () => {
    const subject = await gate.subjectOf(request);
    return { subject, ...(await admit(call, family, gate, subject, request)) };
  };
  const entrance = call.admission === 'always' ? slots.work.always : slots.entrance;
  const slot = await entrance.take({ address: normalizeIP(request.ip) }, gone);
  const { waitedMs } = slot;
  // Whoever would be refused now need not be looked up.
  const admitted = slots.work[call.admission].isFull ? Promise.reject(unavailable()) : lookUp();
  const { subject, input, grounds } = await admitted.finally(slot.end);
  if (call.bodyMedia === undefined) return { subject, input, grounds, arrived: undefined, waitedMs };
  // The call says that its body is a stream, and admit has seen that it is; the type of any call cannot.
  const sent = input.body as unknown as Readable;
  const pieces = sent.iterator({ destroyOnReturn: false });
  const arrived = await arrivals.arrived(pieces, call.longestLine).catch((error: unknown) => {
    // What still comes of a refused body is let go of, or the connection would stand still, and be held, until it is cut.
    sent.resume();
    throw error;
  });
  return { subject, input: { ...input, body: arrived.content } as unknown as Input<Call>, grounds, arrived, waitedMs };
}

const limitsOfCalls: Partial<Record<Call['admission'], QueryLimits>> = {
  'usage-read': limitsOf.read,
  'usage-export': limitsOf.export,
  'usage-write': limitsOf.rating,
  'usage-intake': limitsOf.intake,
};

function run(
  { call, action, side, deps }: ServedCall,
  admitted: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
  gone: AbortSignal,
) {
  const { subject, input, grounds, arrived } = admitted;
  const limits = limitsOfCalls[call.admission];
  // A write goes on without whoever sent it: it may have written already.
  const bounds = { ...(limits && { limits }), gone: action.kind === 'read' ? gone : undefined };
  const ctx = {
    ...deps,
    clickhouse: bounded(deps.clickhouse, bounds),
    ...grounds,
    subject,
    now: deps.clock.now(),
    requestId: request.id,
    address: request.ip,
    language: languageOf(request.headers['accept-language']),
    cookies: cookiesOf(reply),
  };
  const made = { call, family: side.family, ctx, input };
  const exchange = {
    key: request.headers['idempotency-key'],
    digest: arrived?.digest,
    replayed: () => void reply.header('idempotent-replayed', 'true'),
  };
  switch (action.kind) {
    case 'read':
      return action.run(ctx, input).then(async (answer) => {
        await auditCall(deps.db, made);
        return answer;
      });
    case 'spanning':
      if (side.family === 'internal') neverIdle(request);
      return spanOnce(deps.db, made, action, exchange);
    case 'write':
      return writeOnce(deps.db, made, action, exchange);
  }
}

/** Rating a year or importing a file may take longer than a connection may be idle; nothing but its end cuts it. */
function neverIdle({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

function askerOf(subject: Subject, { ip }: FastifyRequest): Asker {
  const address = normalizeIP(ip);
  switch (subject.kind) {
    case 'anonymous':
      return { address };
    case 'account':
      return { account: subject.accountId, address };
    case 'internal':
      return { account: subject.tokenId, address };
  }
}

/** Aborted when nobody waits for the reply any more, or has it whole. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
