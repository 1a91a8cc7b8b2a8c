import type { Call, CallBody, CallParams, CallQuery, CallReply, Family } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { type CallRequest, type LooseInput, requestOf } from '@usance/api/request';
import type { ErrorReply } from '@usance/api/wire';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { assertFollowed } from './assert-followed.ts';
import { type TestApp, testToken } from './test-app.ts';

type Part<K extends string, T> = [T] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: T };
type Input<C extends Call> = Part<'params', CallParams<C>> &
  Part<'query', CallQuery<C>> &
  Part<'body', CallBody<C>> & { headers?: Record<string, string> };

/** Makes calls as one subject, by their definitions in the contract package. */
export interface Caller {
  /** Returns the parsed reply; throws if the call is refused. */
  call<C extends Call>(call: C, input: Input<C>): Promise<CallReply<C>>;
  /** Returns the refusal; throws if the call succeeds. */
  refusal<C extends Call>(call: C, input: { [K in keyof Input<C>]?: unknown }): Promise<ErrorReply>;
  /** Returns the unparsed reply. */
  raw(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** Calls the internal listener with the test token. */
export const internalCaller = (app: TestApp): Caller => tokenCaller(app, testToken);

/** Calls the internal listener with the given token. */
export const tokenCaller = (app: TestApp, token: string): Caller =>
  callerOf(app.internalListener, 'internal', { authorization: `Bearer ${token}` }, () => assertFollowed(app));

export const anonymousCaller = (app: TestApp): Caller => callerOf(app.publicListener, 'customer', {});

/** Signs in and returns a caller with the session's cookie. It keeps a replaced cookie, like a browser. */
export async function signedInCaller(app: TestApp, identifier: string, password: string): Promise<Caller> {
  const login = requestOf(accounts.login, { body: { identifier, password } });
  const reply = await app.publicListener.inject(injected(login));
  const cookie = reply.cookies[0];
  if (!cookie) throw new Error(`Sign-in was refused: ${reply.body}`);
  return callerOf(app.publicListener, 'customer', { cookie: `${cookie.name}=${cookie.value}` });
}

function callerOf(
  listener: FastifyInstance,
  family: Family,
  headers: Record<string, string>,
  afterCall?: () => Promise<void>,
): Caller {
  let carried = headers;
  const raw: Caller['raw'] = async (options) => {
    const reply = await listener.inject({ ...options, headers: { ...carried, ...options.headers } });
    const given = reply.cookies.find(({ name, value }) => value !== '' && carried['cookie']?.startsWith(`${name}=`));
    if (given) carried = { ...carried, cookie: `${given.name}=${given.value}` };
    return reply;
  };
  const send = (call: Call, { headers: own, ...input }: LooseInput & { headers?: Record<string, string> }) => {
    const request = injected(requestOf(call, input, family));
    return raw({ ...request, headers: { ...request.headers, ...own } });
  };
  return {
    raw,
    call: async (call, input) => {
      const reply = await send(call, input);
      if (reply.statusCode >= 300) throw new Error(`${call.id} was refused: ${reply.statusCode} ${reply.body}`);
      if (call.method !== 'GET') await afterCall?.();
      if (call.replyMedia || reply.statusCode === 204) return (call.replyMedia ? reply.body : undefined) as never;
      return call.reply.parse(reply.json()) as never;
    },
    refusal: async (call, input) => {
      const reply = await send(call, input as LooseInput);
      if (reply.statusCode < 400) throw new Error(`${call.id} went through: ${reply.body}`);
      return reply.json();
    },
  };
}

/** The request in the form of `inject`, which needs no socket. */
function injected({ method, url, headers, body }: CallRequest): InjectOptions {
  return { method, url, headers, ...(body !== undefined && { payload: body }) };
}
