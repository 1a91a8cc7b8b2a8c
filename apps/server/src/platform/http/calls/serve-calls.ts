import { Socket } from 'node:net';
import { type Call, type Family, pathOf } from '@usance/api/call';
import { refusalsOf } from '@usance/api/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps, ReadContext } from '../../context/context.ts';
import { languageOf } from '../../context/language.ts';
import { Refusal } from '../../refusal.ts';
import type { Gate } from './access.ts';
import { admit } from './admit.ts';
import { auditCall } from './audit.ts';
import { cookiesOf } from './cookies.ts';
import { FileReply, sendFile } from './file-reply.ts';
import type { Exchange } from './idempotency.ts';
import { JsonStream } from './json-stream.ts';
import { spanOnce } from './span-once.ts';
import type { Input, MountedCall } from './verb.ts';
import { writeOnce } from './write-once.ts';

/** Where calls are served from: a listener, the family it serves, and who may enter. */
export interface Side {
  readonly app: FastifyInstance;
  readonly family: Family;
  readonly gate: Gate;
  /** Told of a refusal that the call does not declare: a fault of ours, which tests make loud. */
  onUndeclared(call: Call, refusal: Refusal): void;
}

/** Translates between HTTP and verbs: authenticate, validate, authorise, run, check the reply against its schema. */
export function serveCalls({ app, family, gate, onUndeclared }: Side, deps: Deps, mounted: readonly MountedCall[]) {
  const served = mounted.filter(({ call }) => call[family] !== undefined);
  for (const each of served) {
    const { call } = each;
    const declared = new Set(refusalsOf(call, family));
    app.route({
      method: call.method,
      url: pathOf(call, family).replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        try {
          const subject = await gate.subjectOf(request);
          const { input, grounds } = await admit(call, family, gate, subject, request);
          if (family === 'internal' && each.action.kind === 'spanning') neverIdle(request);
          const ctx = {
            ...deps,
            ...grounds,
            subject,
            now: deps.clock.now(),
            requestId: request.id,
            address: request.ip,
            language: languageOf(request.headers['accept-language']),
            cookies: cookiesOf(reply),
          };
          const exchange = {
            key: request.headers['idempotency-key'],
            replayed: () => void reply.header('idempotent-replayed', 'true'),
          };
          return send(call, reply, await run(each, { family, deps }, ctx, input, exchange));
        } catch (error) {
          if (error instanceof Refusal && !declared.has(error.reason)) onUndeclared(call, error);
          throw error;
        }
      },
    });
  }
  return served.map(({ call }) => call);
}

/** Rating a year or importing a file may take longer than a connection may be idle; nothing but its end cuts it. */
function neverIdle({ raw }: FastifyRequest): void {
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

type Served = { readonly family: Family; readonly deps: Deps };

async function run(
  { call, action }: MountedCall,
  { family, deps }: Served,
  ctx: ReadContext,
  input: Input<Call>,
  exchange: Exchange,
) {
  const written = { call, family, ctx, input };
  switch (action.kind) {
    case 'read': {
      const answer = await action.run(ctx, input);
      await auditCall(deps.db, written);
      return answer;
    }
    case 'spanning':
      return spanOnce(deps.db, written, action, exchange);
    case 'write':
      return writeOnce(deps.db, written, action, exchange);
  }
}

function send(call: Call, reply: FastifyReply, answer: unknown): unknown {
  if (answer instanceof FileReply) return sendFile(reply, call.replyMedia ?? 'application/octet-stream', answer);
  if (answer instanceof JsonStream) return reply.type('application/json; charset=utf-8').send(answer.text);
  if (answer === undefined || answer === null) return reply.status(204).send();
  if (call.replyMedia?.startsWith('text/')) return reply.type(call.replyMedia).send(answer);
  // Parsing the reply keeps what the schema does not list from ever leaving.
  return reply.send(call.reply.parse(answer));
}
