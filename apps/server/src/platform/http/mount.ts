import type { Call, ParsedBody, ParsedParams, ParsedQuery } from '@usance/api/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Subject } from '../auth/subject.ts';
import type { Deps, ReadContext, WriteContext } from '../context.ts';
import { invalidParameter } from '../refusal.ts';
import { assertAccess, type RoleSource } from './access.ts';
import { auditCall } from './audit.ts';
import { FileReply, sendFile } from './file-reply.ts';
import { claimKey, idempotencyKeyOf, requestHashOf, storeReply } from './idempotency.ts';
import { JsonStream } from './json-stream.ts';
import { parseInput } from './parse-input.ts';
import { queryInput } from './query-input.ts';

/** A call's validated input, beside the raw exchange for the few verbs that set a cookie or stream a body. */
export interface Input<C extends Call> {
  readonly params: ParsedParams<C>;
  readonly query: ParsedQuery<C>;
  readonly body: ParsedBody<C>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * What a verb answers with: the reply as its schema takes it in, a file where the call's media is not JSON, or the text
 * of a reply that is too large to be built.
 */
export type Answer<C extends Call> = z.input<C['reply']> | FileReply | JsonStream;

export interface Router {
  /** Mounts a call that changes nothing. */
  read<C extends Call>(call: C, verb: (ctx: ReadContext, input: Input<C>) => Promise<Answer<C>>): void;
  /** Mounts a call whose effect, audit row and stored reply commit in one transaction. */
  write<C extends Call>(call: C, verb: (ctx: WriteContext, input: Input<C>) => Promise<Answer<C>>): void;
  /** Mounts a write that manages its own transactions, because it spans more than one. */
  longWrite<C extends Call>(call: C, verb: (ctx: ReadContext, input: Input<C>) => Promise<Answer<C>>): void;
  readonly calls: readonly Call[];
}

export interface Gate {
  subjectOf(request: FastifyRequest): Promise<Subject>;
  roles: RoleSource;
}

/** Translates between HTTP and verbs: authenticate, validate, authorise, run, check the reply against its schema. */
export function routerOn(app: FastifyInstance, deps: Deps, gate: Gate): Router {
  const calls: Call[] = [];

  function mount<C extends Call>(call: C, run: (ctx: ReadContext, input: Input<C>) => Promise<unknown>): void {
    calls.push(call);
    app.route({
      method: call.method,
      url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const subject = await gate.subjectOf(request);
        const input = await admit(call, subject, request, reply, gate.roles);
        const ctx: ReadContext = { ...deps, subject, requestId: request.id };
        const answer = await run(ctx, input);
        return send(call, reply, answer);
      },
    });
  }

  return {
    calls,
    read: (call, verb) =>
      mount(call, async (ctx, input) => {
        const answer = await verb(ctx, input);
        await auditCall(deps.db, call, ctx, input);
        return answer;
      }),
    longWrite: (call, verb) =>
      mount(call, async (ctx, input) => {
        await auditCall(deps.db, call, ctx, input);
        return verb(ctx, input);
      }),
    write: (call, verb) => mount(call, (ctx, input) => runOnce(deps, call, ctx, input, verb)),
  };
}

async function admit<C extends Call>(
  call: C,
  subject: Subject,
  request: FastifyRequest,
  reply: FastifyReply,
  roles: RoleSource,
): Promise<Input<C>> {
  if (call.access.kind !== 'contract') await assertAccess(call.access, subject, undefined, roles);
  const params = call.params ? parseInput(call.params, request.params) : undefined;
  if (call.access.kind === 'contract' && call.access.contractId === 'path') {
    await assertAccess(call.access, subject, contractIdIn(params, 'id'), roles);
  }
  const query = call.query ? parseInput(call.query, queryInput(request.query)) : refuseQuery(request.query);
  if (call.access.kind === 'contract' && subject.kind !== 'account')
    await assertAccess(call.access, subject, undefined, roles);
  const isJson = (call.bodyMedia ?? 'application/json') === 'application/json';
  const body = call.body && isJson ? parseInput(call.body, request.body) : undefined;
  if (call.access.kind === 'contract' && call.access.contractId === 'body') {
    await assertAccess(call.access, subject, contractIdIn(body, 'contractId'), roles);
  }
  // The schemas are the call's own, so what they parsed is what the call's types say.
  return { params, query, body, request, reply } as Input<C>;
}

function contractIdIn(value: unknown, name: string): string | undefined {
  const id = (value as Record<string, unknown> | undefined)?.[name];
  return typeof id === 'string' ? id : undefined;
}

function refuseQuery(query: unknown): undefined {
  const name = Object.keys(query ?? {})[0];
  if (name !== undefined) throw invalidParameter(name, `${name} is not known here.`);
}

async function runOnce<C extends Call>(
  deps: Deps,
  call: C,
  ctx: ReadContext,
  input: Input<C>,
  verb: (ctx: WriteContext, input: Input<C>) => Promise<Answer<C>>,
): Promise<unknown> {
  const key = idempotencyKeyOf(input.request.headers['idempotency-key']);
  const scope = `${subjectKey(ctx.subject)} ${call.id}`;
  const hash = requestHashOf([input.params, input.query, input.body]);
  return deps.db.transaction().execute(async (tx) => {
    const stored = key === undefined ? undefined : await claimKey(tx, scope, key, hash);
    if (stored) {
      input.reply.header('idempotent-replayed', 'true');
      return stored.body;
    }
    const answer = await verb({ ...ctx, tx }, input);
    await auditCall(tx, call, ctx, input);
    if (key !== undefined) await storeReply(tx, scope, key, answer);
    return answer;
  });
}

function subjectKey(subject: Subject): string {
  switch (subject.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'account':
      return subject.accountId;
    case 'internal':
      return `internal:${subject.tokenId}`;
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
