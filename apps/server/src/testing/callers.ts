import { login } from '@usance/api/account';
import type { Call, CallBody, CallParams, CallQuery, CallReply } from '@usance/api/call';
import type { ErrorReply } from '@usance/api/wire';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type TestApp, testToken } from './test-app.ts';

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T };
export type CallInput<C extends Call> = Part<'params', CallParams<C>> &
  Part<'query', CallQuery<C>> &
  Part<'body', CallBody<C>> & { headers?: Record<string, string> };

/** Makes calls by their contract values, as one subject. */
export interface Caller {
  /** The parsed reply; throws what came instead when the call is refused. */
  call<C extends Call>(call: C, input: CallInput<C>): Promise<CallReply<C>>;
  /** The refusal; throws when the call goes through. */
  refusal<C extends Call>(call: C, input: { [K in keyof CallInput<C>]?: unknown }): Promise<ErrorReply>;
  /** The reply as it came. */
  raw(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** The platform's own people: the internal listener with the test token. */
export const internalCaller = (app: TestApp): Caller =>
  callerOf(app.internalListener, { authorization: `Bearer ${testToken}` });

export const anonymousCaller = (app: TestApp): Caller => callerOf(app.publicListener, {});

/** Signs in and answers a caller that carries the session's cookie. */
export async function signedInCaller(app: TestApp, identifier: string, password: string): Promise<Caller> {
  const reply = await app.publicListener.inject({ method: 'POST', url: login.path, payload: { identifier, password } });
  const cookie = reply.cookies[0];
  if (!cookie) throw new Error(`Sign-in was refused: ${reply.body}`);
  return callerOf(app.publicListener, { cookie: `${cookie.name}=${cookie.value}` });
}

function callerOf(listener: FastifyInstance, headers: Record<string, string>): Caller {
  const raw: Caller['raw'] = (options) => listener.inject({ ...options, headers: { ...headers, ...options.headers } });
  const send = (call: Call, input: { params?: unknown; query?: unknown; body?: unknown; headers?: unknown }) =>
    raw({
      method: call.method,
      url: pathOf(call.path, input.params as Record<string, string> | undefined),
      query: queryOf(input.query as Record<string, unknown> | undefined),
      ...payloadOf(call, input.body),
      headers: {
        ...(call.bodyMedia ? { 'content-type': call.bodyMedia } : {}),
        ...((input.headers as Record<string, string>) ?? {}),
      },
    });
  return {
    raw,
    call: async (call, input) => {
      const reply = await send(call, input);
      if (reply.statusCode >= 300) throw new Error(`${call.id} was refused: ${reply.statusCode} ${reply.body}`);
      if (call.replyMedia || reply.statusCode === 204) return (call.replyMedia ? reply.body : undefined) as never;
      return call.reply.parse(reply.json()) as never;
    },
    refusal: async (call, input) => {
      const reply = await send(call, input as { body?: unknown });
      if (reply.statusCode < 400) throw new Error(`${call.id} went through: ${reply.body}`);
      return reply.json();
    },
  };
}

function pathOf(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryOf(query: Record<string, unknown> = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function payloadOf(call: Call, body: unknown): { payload?: string | object } {
  if (body === undefined) return {};
  return { payload: call.bodyMedia ? String(body) : (body as object) };
}
