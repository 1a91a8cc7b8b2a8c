import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Call } from '@usance/api/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bounded } from '../../../clickhouse/bounded.ts';
import { limitsOf, type QueryLimits } from '../../../clickhouse/limits.ts';
import type { Deps } from '../../../context/context.ts';
import { languageOf } from '../../../context/language.ts';
import type { Admitted } from '../admission/admitted.ts';
import type { ServedCall } from '../admission/served-call.ts';
import { auditCall, type MadeCall, plainAddress } from '../audit/audit.ts';
import type { Exchange } from '../once/idempotency.ts';
import { spanOnce } from '../once/span-once.ts';
import { writeOnce } from '../once/write-once.ts';
import { cookiesOf } from '../reply/cookies.ts';
import { FileReply } from '../reply/file-reply.ts';
import type { Action } from '../verb.ts';

const limitsOfCalls: Partial<Record<Call['admission'], QueryLimits>> = {
  'usage-read': limitsOf.read,
  'usage-export': limitsOf.export,
  'usage-write': limitsOf.rating,
  'usage-intake': limitsOf.intake,
};

/** Runs the verb of an admitted request in the way of its kind, then sets its cookies. */
export async function runAction(
  { call, action, side, deps }: ServedCall,
  admitted: Admitted,
  request: FastifyRequest,
  reply: FastifyReply,
  gone: AbortSignal,
) {
  const { subject, input, grounds, arrived } = admitted;
  const limits = limitsOfCalls[call.admission];
  // A write continues after its client has left: it may have written already.
  const bounds = { ...(limits && { limits }), gone: action.kind === 'read' ? gone : undefined };
  const cookies = cookiesOf(reply);
  const ctx = {
    ...deps,
    clickhouse: bounded(deps.clickhouse, bounds),
    ...grounds,
    subject,
    now: deps.clock.now(),
    outside: deps.clock.outside(),
    requestId: request.id,
    address: plainAddress(request.ip),
    host: request.headers.host ?? '',
    userAgent: request.headers['user-agent'] ?? '',
    site: String(request.headers['sec-fetch-site'] ?? ''),
    webhookSecret: String(request.headers['x-marketplace-webhook-secret'] ?? ''),
    language: languageOf(request.headers['accept-language']),
    cookies,
  };
  const made = { call, family: side.family, ctx, input };
  const exchange = {
    key: request.headers['idempotency-key'],
    digest: arrived?.digest,
    replayed: () => void reply.header('idempotent-replayed', 'true'),
  };
  if (action.kind === 'spanning' && side.family === 'internal') neverIdle(request);
  const answer = await runByKind(action, made, exchange, deps);
  cookies.give();
  return answer;
}

async function runByKind(action: Action, made: MadeCall, exchange: Exchange, deps: Deps): Promise<unknown> {
  const { db } = deps;
  switch (action.kind) {
    case 'read': {
      const answer = await runRead(action, made, deps);
      try {
        if (!made.call.auditsItself && !made.call.isUnaudited) await auditCall(db, made);
      } catch (error) {
        if (answer instanceof FileReply && answer.content instanceof Readable) answer.content.destroy();
        throw error;
      }
      return answer;
    }
    case 'spanning':
      return spanOnce(db, made, action, exchange);
    case 'write':
      return writeOnce(db, made, action, exchange);
  }
}

/** A replica may answer the call if it says so, and there is one. */
async function runRead(action: Extract<Action, { kind: 'read' }>, made: MadeCall, deps: Deps): Promise<unknown> {
  const { call, ctx, input } = made;
  if (call.reads === undefined || deps.replica === undefined) return action.run(ctx, input);
  return deps.replica.read(deps.db, (db) => action.run({ ...ctx, db }, input));
}

/** Rating a year or importing a file may exceed the idle limit of a connection. */
function neverIdle({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}
