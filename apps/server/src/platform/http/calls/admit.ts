import type { Call, Family } from '@usance/api/call';
import { says } from '@usance/api/rule';
import type { FastifyRequest } from 'fastify';
import type { Grounds } from '../../context/context.ts';
import type { Subject } from '../../context/subject.ts';
import { invalidParameter, notFound, Refusal } from '../../refusal.ts';
import { assertCaller, type Gate, scopeOf } from './access.ts';
import { parseInput } from './parse-input.ts';
import { queryInput } from './query-input.ts';
import type { Input } from './verb.ts';
import { wholeText } from './whole-text.ts';

/** Checks who calls, the contract that is named and every part of the request, in that order where the request allows. */
export async function admit(
  call: Call,
  family: Family,
  gate: Gate,
  subject: Subject,
  request: FastifyRequest,
): Promise<{ input: Input<Call>; grounds: Partial<Grounds> }> {
  assertCaller(call, family, subject);
  const enter = (value: unknown) => enterContract(call, family, gate, subject, value);
  const params = call.params ? parseInput(call.params, request.params) : undefined;
  const byPath = call.contract?.in === 'path' ? await enter(params) : {};
  const query = call.query ? wholeText(parseInput(call.query, queryInput(request.query))) : refuseQuery(request.query);
  const byQuery = call.contract?.in === 'query' ? await enter(query) : {};
  const body = bodyOf(call, request.body);
  const byBody = call.contract?.in === 'body' ? await enter(body) : {};
  // The schemas are the call's own, so what they parsed is what the call's types say.
  return { input: { params, query, body } as Input<Call>, grounds: { ...byPath, ...byQuery, ...byBody } };
}

async function enterContract(
  call: Call,
  family: Family,
  gate: Gate,
  subject: Subject,
  value: unknown,
): Promise<Partial<Grounds>> {
  const id = (value as Record<string, unknown> | undefined)?.[call.contract?.name ?? ''];
  if (typeof id === 'string') return gate.enter(subject, id, scopeOf(call, family));
  // Only a query may leave its contract out. Elsewhere the rule must never pass for want of a name.
  if (call.contract?.in === 'query') return {};
  throw notFound('CONTRACT_NOT_FOUND');
}

function bodyOf(call: Call, body: unknown): unknown {
  if (!call.body) return undefined;
  if (call.bodyMedia === undefined) return wholeText(parseInput(call.body, body));
  const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
  if (!isStream) throw new Refusal('UNSUPPORTED_MEDIA_TYPE', `The body comes as ${call.bodyMedia}.`);
  return body;
}

function refuseQuery(query: unknown): undefined {
  const name = Object.keys(query ?? {})[0];
  if (name !== undefined) throw invalidParameter(name, says('unknownField', { name }));
}
