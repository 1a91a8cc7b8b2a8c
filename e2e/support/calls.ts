import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { Call, CallReply } from '@usance/api/call';
import { type CallInput, requestOf } from '@usance/api/request';
import { internalToken } from '../server/demo-facts.ts';

/** Makes a customer's call with the session of a page. Throws if the server refuses it. */
export async function callAs<const C extends Call>(
  request: APIRequestContext,
  call: C,
  input: CallInput<C>,
): Promise<CallReply<C>> {
  const reply = await sendAs(request, call, input);
  if (!reply.ok()) throw new Error(`${call.id}: ${await reply.text()}`);
  return (await reply.json()) as CallReply<C>;
}

/** Like `callAs`, but returns the reply itself. A write must name the origin of its page, as a browser does. */
export function sendAs<const C extends Call>(
  request: APIRequestContext,
  call: C,
  input: CallInput<C>,
  origin?: string,
): Promise<APIResponse> {
  const { url, method, headers, body } = requestOf(call, input);
  return request.fetch(url, {
    method,
    headers: { ...headers, ...(origin !== undefined && { origin }) },
    ...(body !== undefined && { data: body }),
  });
}

/** Makes a call of the back office. */
export async function callInternally<const C extends Call>(call: C, input: CallInput<C>): Promise<CallReply<C>> {
  const { url, headers, ...request } = requestOf(call, input, 'internal');
  const reply = await fetch(`http://127.0.0.1:${process.env['INTERNAL_PORT']}${url}`, {
    ...request,
    headers: { ...headers, authorization: `Bearer ${internalToken}` },
  });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as CallReply<C>;
}
